import type { Page, Route } from "playwright-core";
import { describe, expect, it } from "vitest";
import { answers, openReceiver } from "../../server/test/webhooks/receiver.ts";
import { holdNextWrite } from "../helpers/browser.ts";
import { runSql } from "../helpers/database.ts";
import { openShop } from "../helpers/open-shop.ts";
import { givePasskey, join, logIn, newAccount } from "../helpers/people.ts";
import { picture } from "../helpers/picture.ts";
import {
  answer,
  openMember,
  openOwner,
  openPanel,
  openStranger,
  turnToPanel,
  untilPanelAnswers,
} from "../helpers/settings.ts";
import { stayOnReload } from "../helpers/unload.ts";

const { browser, shop } = await openShop({ env: { WEBHOOK_LOOPBACK: "on" } });

/** Holds the next write to an address back. */
async function holdWrite(page: Page, url: string, end?: (route: Route) => Promise<void>) {
  const { started, release } = await holdNextWrite(page, url, end);
  return {
    started,
    /** Resolves once the page has its answer, or knows that there is none. */
    async release() {
      const over = ["requestfinished", "requestfailed"].map((event) =>
        page.waitForEvent(event as "requestfinished", (request) => request.method() !== "GET"),
      );
      release();
      await Promise.any(over);
    },
  };
}

const lose = (route: Route) => route.abort();

it("a name that is not saved in the end takes nothing that was typed into its card's form since, and is no news on the design itself; the last one is what stands", async () => {
  const { page } = await openMember(browser, shop);
  const from = { kind: "colour", colour: "#1d4ed8" };
  const made = await page.request.post("/api/designs", { data: { name: "Noodles", from } });
  const { id } = (await made.json()).data;
  const nameOf = async () => (await (await page.request.get(`/api/designs/${id}`)).json()).data.name;
  await page.goto("/user/gallery");
  const rename = async (from: string) => {
    await page.getByRole("button", { name: `Actions for ${from}`, exact: true }).click();
    await page.getByRole("button", { name: "Rename", exact: true }).click();
  };
  const field = page.getByLabel("New name");
  await rename("Noodles");
  await field.fill("Soup");
  const lost = await holdWrite(page, "**/api/designs/*", lose);
  await page.keyboard.press("Enter");
  await lost.started;
  await rename("Soup");
  await field.fill("Stew");
  await lost.release();
  await page.getByText("This could not be saved.").waitFor();
  expect(await field.inputValue()).toBe("Stew");

  const slow = await holdWrite(page, "**/api/designs/*", lose);
  await page.keyboard.press("Enter");
  await slow.started;
  await rename("Stew");
  await field.fill("Broth");
  await page.keyboard.press("Enter");
  await slow.release();
  await expect.poll(nameOf).toBe("Broth");
  const card = page.getByRole("article", { name: "Broth" });
  await card.waitFor();
  expect(await field.count()).toBe(0);

  await card.getByRole("link").first().click();
  await page.waitForURL(`**/user/designs/${id}`);
  const name = page.getByLabel("Name of the design");
  const another = await holdWrite(page, "**/api/designs/*", lose);
  await name.fill("Soup");
  await page.keyboard.press("Enter");
  await another.started;
  await name.fill("Stew");
  await page.keyboard.press("Enter");
  await another.release();
  await expect.poll(nameOf).toBe("Stew");
  expect(await name.inputValue()).toBe("Stew");
  expect(await page.getByText("The name could not be saved.").count()).toBe(0);
});

it("a picture whose answer was lost is added once, the answer to a form that was left closes none that was opened since, and leaving asks; a brand that is not kept is told of where its screen was left", async () => {
  const { page } = await openMember(browser, shop);
  const file = { name: "mug.png", mimeType: "image/png", buffer: await picture() };
  await page.goto("/user/dashboard");
  const pictures = page.getByRole("link", { name: "Pictures", exact: true }).first();
  await pictures.click();
  await page.locator("input[type=file][accept*=png]").setInputFiles(file);
  const added = page.getByRole("form", { name: "Add mug" });
  await added.getByLabel("What it shows").selectOption("product");
  const add = await holdWrite(page, "**/api/references", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await added.getByRole("button", { name: "Add picture" }).click();
  await add.started;
  await add.release();
  await page.getByRole("article", { name: "mug", exact: true }).waitFor();
  await page.unroute("**/api/references");
  await added.getByRole("button", { name: "Try again" }).click();
  await added.waitFor({ state: "detached" });
  expect((await (await page.request.get("/api/references")).json()).data).toHaveLength(1);

  const brand = await holdWrite(page, "**/api/brand", lose);
  await page.getByRole("button", { name: "Style Red plate" }).click();
  await brand.started;
  await page.getByRole("link", { name: "Dashboard", exact: true }).first().click();
  await page.waitForURL("**/user/dashboard");
  await brand.release();
  await page.getByText("Your brand could not be changed.").waitFor();
  await pictures.click();
  const open = async (name: string) => {
    await page.getByRole("button", { name: `Actions for ${name}` }).click();
    await page.getByRole("button", { name: "Rename or change" }).click();
  };
  const form = page.getByRole("form", { name: /^Change/ });
  await open("mug");
  await form.getByLabel("Name").fill("Cup");
  const slow = await holdWrite(page, "**/api/references/*");
  await page.keyboard.press("Enter");
  await slow.started;
  await form.getByRole("button", { name: "Cancel" }).click();
  await open("mug");
  await form.getByLabel("Name").fill("Tea cup");
  // Its new name is there also where the list can't be read anew.
  await page.route("**/api/references", (route) => route.abort());
  await slow.release();
  await page.getByRole("article", { name: "Cup", exact: true }).waitFor();
  expect(await form.getByLabel("Name").inputValue()).toBe("Tea cup");
  await page.goBack();
  await answer(page, "haven't been saved", "Stay");
  expect(await form.getByLabel("Name").inputValue()).toBe("Tea cup");
});

it("a code that was replaced while it was checked is neither applied nor refused, and one whose checkout was left comes into no other address", async () => {
  const { page: owner } = await openOwner(browser, shop);
  for (const [code, value] of [
    ["HALF", 50],
    ["TENTH", 10],
  ] as const)
    await owner.request.post("/api/coupons", { data: { code, kind: "percent", value } });
  const { page } = await openMember(browser, shop);
  const [starter] = await (await page.request.get("/packages")).json();
  await page.goto(`/buy/${starter._id}`);
  const code = page.getByLabel("Code");
  await page.getByRole("button", { name: "Have a code?" }).click();
  await code.fill("HALF");
  const left = await holdWrite(page, "**/api/coupons/check");
  await page.getByRole("button", { name: "Apply" }).click();
  await left.started;
  await page.getByRole("link", { name: "Packages" }).first().click();
  await page.waitForURL((url) => !url.pathname.startsWith("/buy"));
  await left.release();
  await page.unroute("**/api/coupons/check");
  await page.goBack();
  await page.waitForURL(`**/buy/${starter._id}`);
  await page.goForward();
  await page.waitForURL((url) => !url.pathname.startsWith("/buy"));
  expect(new URL(page.url()).search).toBe("");
  await page.goBack();
  await page.getByLabel("Address").fill("1 Anvil Street, Springfield");
  await page.getByLabel("Country").selectOption("Germany");
  await page.getByRole("button", { name: "Have a code?" }).click();
  await code.fill("HALF");
  const slow = await holdWrite(page, "**/api/coupons/check");
  await page.getByRole("button", { name: "Apply" }).click();
  await slow.started;
  await code.fill("TENTH");
  await page.getByRole("button", { name: "Proceed to Payment" }).click();
  await slow.release();
  await page.getByRole("link", { name: "Pay $5.40" }).waitFor();
});

it("a test of a webhook opens nothing over the one that is being added meanwhile", async () => {
  const { page } = await openMember(browser, shop);
  const url = `${(await openReceiver(answers(200, ""))).url}/hooks`;
  const data = { url, events: ["run.done"], lowBalance: 3, idempotencyKey: "the only one" };
  expect((await page.request.post("/api/webhooks", { data })).status()).toBe(201);
  await page.goto("/user/developers");
  const slow = await holdWrite(page, "**/api/webhooks/*/test");
  await page.getByRole("button", { name: `Actions for ${url}` }).click();
  await page.getByRole("menuitem", { name: "Send a test" }).click();
  await slow.started;
  await page.getByRole("button", { name: "Add a webhook" }).click();
  const address = page.getByRole("dialog", { name: "Add a webhook" }).getByLabel("Address");
  await address.fill("https://example.com/half");
  await slow.release();
  await page.getByText("The test was sent.").waitFor();
  expect(await address.inputValue()).toBe("https://example.com/half");
});

describe("the back office", () => {
  it("keeps what is typed into a new entry while one that was open is deleted, an order that is changed meanwhile, an icon's class while a picture is uploaded, and the address of a picture while another one is; closes the library with its panel; takes the webhook of one PayPal mode into no other mode's fields", async () => {
    const { page } = await openOwner(browser, shop);
    await openPanel(page, "features", "Featured Section");
    const features = async () => (await (await page.request.get("/api/features-section")).json()).data;
    const [opened, second, third] = await features();
    await page.getByRole("button", { name: `Edit ${opened.title}`, exact: true }).click();
    const slow = await holdWrite(page, `**/api/features-section/${opened._id}`);
    await page.getByRole("button", { name: `Delete ${opened.title}`, exact: true }).click();
    await answer(page, "Are you sure you want to delete this feature?", "Delete feature");
    await slow.started;
    await page.getByRole("button", { name: "Cancel" }).click();
    const title = page.getByRole("textbox", { name: "Title" });
    await title.fill("Something new");
    await page.getByRole("button", { name: `Move ${third.title} up`, exact: true }).click();
    await page.getByText("Feature order updated successfully!").waitFor();
    await slow.release();
    await page.getByText("Feature deleted successfully!").waitFor();
    expect(await title.inputValue()).toBe("Something new");
    const ids = (await features()).map(({ _id }: { _id: string }) => _id);
    expect(ids.slice(0, 2)).toEqual([third._id, second._id]);

    const file = { name: "late.png", mimeType: "image/png", buffer: await picture() };
    const icon = await holdWrite(page, "**/upload");
    await page.locator('input[type="file"]').first().setInputFiles(file);
    await icon.started;
    await page.getByRole("radiogroup", { name: "Icon type" }).getByText("Icon class").click();
    const iconClass = page.getByRole("textbox", { name: "Icon class" });
    await iconClass.fill("icon-star");
    await icon.release();
    await page.unroute("**/upload");
    await title.fill("Something with a star");
    expect(await iconClass.inputValue()).toBe("icon-star");

    await turnToPanel(page, "about", "About Section", true);
    await page.getByRole("button", { name: "Library for Image 1 URL" }).click();
    const library = page.getByRole("dialog", { name: "Media library" });
    await library.waitFor();
    await page.goBack();
    await untilPanelAnswers(page, "Featured Section");
    await library.waitFor({ state: "detached" });
    await page.goForward();
    await untilPanelAnswers(page, "About Section");

    const upload = await holdWrite(page, "**/upload");
    await page.locator('input[type="file"]').first().setInputFiles(file);
    await upload.started;
    const address = page.getByLabel("Image 1 URL");
    await address.fill("https://example.com/mine.png");
    await upload.release();
    await page.getByText("The picture is in the library. The address that you typed stays.").waitFor();
    expect(await address.inputValue()).toBe("https://example.com/mine.png");

    await turnToPanel(page, "paypal", "Paypal Setup", true);
    const registration = await holdWrite(page, "**/api/paypal-settings/webhook");
    await page.getByRole("button", { name: "Register webhook" }).click();
    await registration.started;
    await page.getByLabel("Mode", { exact: true }).selectOption("live");
    await expect.poll(() => page.getByLabel("Client ID").inputValue()).toBe("");
    await registration.release();
    await page
      .getByText(/webhook.*registered/i)
      .first()
      .waitFor();
    expect(await page.getByLabel("Client ID").inputValue()).toBe("");
    expect(await page.getByLabel("Webhook ID").inputValue()).toBe("");
    await page.getByLabel("Mode", { exact: true }).selectOption("sandbox");
    await expect.poll(() => page.getByLabel("Webhook ID").inputValue()).not.toBe("");
  });

  it("keeps what is typed into a text while it is reset, lets nobody type below a version on its way back, and brings another admin's text in below a caret", async () => {
    const { page } = await openOwner(browser, shop);
    const { page: other } = await openOwner(browser, shop);
    const saved = { title: "Saved", body: "<p>Saved</p>" };
    expect((await other.request.put("/api/pages/privacy", { data: saved })).status()).toBe(200);
    await page.goto("/admin/settings?panel=legal-pages&text=privacy");
    const title = page.getByRole("textbox", { name: "Title" });
    await expect.poll(() => title.inputValue()).toBe("Saved");
    const slow = await holdWrite(page, "**/api/pages/privacy/reset");
    await page.getByRole("button", { name: "Reset to Default" }).click();
    await answer(page, "Are you sure you want to reset this text to default?", "Reset to Default");
    await slow.started;
    await title.fill("Typed meanwhile");
    await slow.release();
    await page.getByText("Page reset to default successfully!").waitFor();
    expect(await title.inputValue()).toBe("Typed meanwhile");
    await page.getByText("Not saved yet").waitFor();

    await page.getByRole("button", { name: "Versions" }).click();
    const drawer = page.getByRole("dialog", { name: "Versions: Privacy" });
    const back = await holdWrite(page, "**/versions/*/restore");
    await drawer
      .getByRole("button", { name: /Compare/ })
      .first()
      .click();
    await drawer.getByRole("button", { name: /^Bring back version/ }).click();
    await answer(page, "Visitors see it at once", "Bring back");
    await back.started;
    await page.keyboard.press("Escape");
    expect(await drawer.isVisible()).toBe(true);
    await back.release();
    await drawer.waitFor({ state: "hidden" });

    const text = page.getByRole("textbox", { name: "Text", exact: true });
    await text.click();
    const theirs = { title: "Saved", body: "<p>Theirs</p>" };
    expect((await other.request.put("/api/pages/privacy", { data: theirs })).status()).toBe(200);
    await page.evaluate(() => {
      const now = Date.now;
      Date.now = () => now() + 600_000;
      window.dispatchEvent(new Event("visibilitychange"));
    });
    await text.getByText("Theirs").waitFor();
    await page.keyboard.press("Control+End");
    await page.keyboard.type(" and mine");
    await page.getByRole("button", { name: "Save Changes", exact: true }).click();
    const body = async () => (await (await other.request.get("/api/pages/privacy")).json()).data.body;
    await expect.poll(body).toBe("<p>Theirs and mine</p>");
  });

  it("closes no question about a person's factor by the answer to the one before, and asks before a reason is lost", async () => {
    const { account } = await openMember(browser, shop);
    await givePasskey(shop, account.email);
    const { page } = await openOwner(browser, shop);
    await page.goto(`/admin/users?q=${encodeURIComponent(account.email)}`);
    await page.getByRole("link", { name: account.name, exact: true }).click();
    const open = page.getByRole("button", { name: "Take off second factor" });
    const dialog = page.getByRole("dialog", { name: "Take off the second factor" });
    const reason = dialog.getByLabel("Reason");
    await open.click();
    await reason.fill("Called");
    const slow = await holdWrite(page, "**/remove-factors");
    await page.keyboard.press("Enter");
    await slow.started;
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await open.click();
    await reason.fill("Called again");
    await slow.release();
    await page.getByText(/The second factor of .* was taken off/).waitFor();
    expect(await reason.inputValue()).toBe("Called again");
    await page.goBack();
    await answer(page, "haven't been saved", "Stay");
    expect(await reason.inputValue()).toBe("Called again");
  });
});

describe("what a member types", () => {
  it("stays in the profile's form while the photo goes", async () => {
    const { page, account } = await openMember(browser, shop);
    await runSql(shop, "update users set profile_url = '/media/photo.png' where email = $1", [account.email]);
    await page.goto("/profile");
    await page.getByLabel("Photo address").fill("https://example.com/me.png");
    await page.getByRole("button", { name: "Remove photo" }).click();
    await page.getByRole("button", { name: "Remove photo" }).waitFor({ state: "detached" });
    expect(await page.getByLabel("Photo address").inputValue()).toBe("https://example.com/me.png");
  });

  it("is part of a ticket or stays out of its form, and a reload asks while a file is on its way", async () => {
    const { page } = await openMember(browser, shop);
    await page.goto("/user/create-support");
    const file = { name: "seen.png", mimeType: "image/png", buffer: await picture() };
    const upload = await holdWrite(page, "**/api/support/attachments");
    await page.locator('input[type="file"]').setInputFiles(file);
    await upload.started;
    expect(await stayOnReload(page)).toBe("beforeunload");
    await upload.release();
    await page.getByLabel("Subject").fill("A picture");
    await page.getByLabel("Message").fill("See above.");
    const slow = await holdWrite(page, "**/new-support-message");
    await page.getByRole("button", { name: "Create Ticket" }).click();
    await slow.started;
    for (const label of ["Subject", "Message"]) expect(await page.getByLabel(label).isEditable()).toBe(false);
    const openAgain = async () => {
      await page.getByRole("link", { name: "Cancel" }).click();
      await page.getByRole("link", { name: "Create Ticket" }).click();
    };
    await openAgain();
    await page.getByLabel("Message").fill("Another question");
    await slow.release();
    await page.getByText("Support ticket created successfully").waitFor();
    await page.reload();
    await expect.poll(() => page.getByLabel("Message").inputValue()).toBe("Another question");

    // What was sent is in no form any more, and so is not sent again.
    const next = await holdWrite(page, "**/new-support-message");
    await page.getByRole("button", { name: "Create Ticket" }).click();
    await next.started;
    await openAgain();
    expect(await page.getByLabel("Message").inputValue()).toBe("Another question");
    await next.release();
    for (const label of ["Subject", "Message"])
      await expect.poll(() => page.getByLabel(label).inputValue()).toBe("");
  });
});

/** A member's new ticket as the desk has it open. */
async function openDesk(): Promise<Page> {
  const { page: member } = await openMember(browser, shop);
  const opened = await member.request.post("/new-support-message", {
    data: { subject: "Help", message: "It broke." },
  });
  const { data } = await opened.json();
  const { page } = await openOwner(browser, shop);
  await page.goto(`/admin/support-messages?ticket=${data._id}`);
  await page.getByRole("textbox", { name: "Your reply" }).waitFor();
  return page;
}

async function write(desk: Page, mode: "Reply" | "Internal note"): Promise<void> {
  await desk.getByRole("radiogroup", { name: "What to write" }).getByText(mode).click();
  await desk.getByRole("textbox", { name: mode === "Reply" ? "Your reply" : mode }).waitFor();
}

const replyOf = (desk: Page) => desk.getByRole("textbox", { name: "Your reply" });
const send = (desk: Page) => desk.getByRole("button", { name: "Send", exact: true });
const lines = (desk: Page) => desk.getByRole("log").getByRole("listitem");
const messageOf = (page: Page) => page.getByRole("textbox", { name: "Message" });

describe("what was written to the support and not sent", () => {
  it("is never another person's who signs in after the session ended", async () => {
    const [first, second] = [newAccount(), newAccount()];
    const { page, context } = await openStranger(browser, shop);
    await join(page, first);
    await page.goto("/user/create-support");
    await page.getByLabel("Subject").fill("My own matter");
    await messageOf(page).fill("Nobody else's words");
    await context.clearCookies();

    const elsewhere = await context.newPage();
    await join(elsewhere, second);
    await elsewhere.goto("/user/dashboard");
    await expect.poll(() => messageOf(page).inputValue()).toBe("");
    expect(await page.getByLabel("Subject").inputValue()).toBe("");
    const kept = await page.evaluate(() =>
      Object.values(localStorage).filter((text) => text.includes("Nobody else's words")),
    );
    expect(kept).toHaveLength(1);

    await context.clearCookies();
    await logIn(elsewhere, first);
    await elsewhere.goto("/user/dashboard");
    await expect.poll(() => messageOf(page).inputValue()).toBe("Nobody else's words");
    expect(await page.getByLabel("Subject").inputValue()).toBe("My own matter");
  });

  it("is sent once where its place is left and opened again before the answer, or the answer was lost and the page is loaded anew; a file that is uploaded meanwhile stays", async () => {
    const desk = await openDesk();
    const [asked, come] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let sent = 0;
    await desk.route("**/replies", async (route) => {
      sent += 1;
      asked.resolve();
      await come.promise;
      await route.continue();
    });
    await replyOf(desk).fill("We look into it.");
    await replyOf(desk).press("Control+Enter");
    await asked.promise;
    await write(desk, "Internal note");
    await write(desk, "Reply");
    await desk.getByRole("button", { name: "Sending..." }).waitFor();
    await replyOf(desk).press("Control+Enter");
    come.resolve();
    await expect.poll(() => replyOf(desk).inputValue()).toBe("");
    await lines(desk).filter({ hasText: "We look into it." }).waitFor();
    expect(sent).toBe(1);
    expect(await lines(desk).filter({ hasText: "We look into it." }).count()).toBe(1);
    await desk.unroute("**/replies");

    await desk.route("**/replies", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await replyOf(desk).fill("We have looked into it.");
    await send(desk).click();
    await desk.getByRole("alert").filter({ hasText: "Your text is still here." }).waitFor();
    await desk.unroute("**/replies");
    await desk.reload();
    await expect.poll(() => replyOf(desk).inputValue()).toBe("We have looked into it.");
    await send(desk).click();
    await expect.poll(() => replyOf(desk).inputValue()).toBe("");
    expect(await lines(desk).filter({ hasText: "We have looked into it." }).count()).toBe(1);
    await keepUploadedFile(desk);
  });

  it("opens one ticket where the answer was lost, over a reload too", async () => {
    const { page } = await openMember(browser, shop);
    await page.route("**/new-support-message", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.goto("/user/create-support");
    await page.getByLabel("Subject").fill("Sent twice");
    await messageOf(page).fill("It does not work.");
    const create = page.getByRole("button", { name: "Create Ticket" });
    await create.click();
    await page.getByRole("alert").filter({ hasText: "Failed to create support ticket" }).first().waitFor();
    await page.unroute("**/new-support-message");
    await page.reload();
    await expect.poll(() => messageOf(page).inputValue()).toBe("It does not work.");
    await create.click();
    await page.waitForURL("**/user/support?ticket=*");
    await page.getByRole("heading", { name: "Support Tickets (1)" }).waitFor();
  });
});

/** What is uploaded while its place is left is there on the way back, and goes along. */
async function keepUploadedFile(desk: Page): Promise<void> {
  const [asked, come] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await desk.route("**/attachments", async (route) => {
    asked.resolve();
    await come.promise;
    await route.continue();
  });
  const opening = desk.waitForEvent("filechooser");
  await desk.getByRole("button", { name: "Attach", exact: true }).click();
  const buffer = Buffer.from("%PDF-1.4\n%%EOF\n");
  await (await opening).setFiles([{ name: "plan.pdf", mimeType: "application/pdf", buffer }]);
  await asked.promise;
  await write(desk, "Internal note");
  await write(desk, "Reply");
  const files = desk.getByRole("list", { name: "Attached files" });
  await files.getByLabel("Uploading").waitFor();
  await write(desk, "Internal note");
  const answered = desk.waitForResponse("**/attachments");
  come.resolve();
  expect((await answered).status()).toBe(201);
  await write(desk, "Reply");
  await files.getByText("plan.pdf").waitFor();
  await replyOf(desk).fill("The plan.");
  await send(desk).click();
  await lines(desk)
    .filter({ hasText: "The plan." })
    .getByRole("link", { name: /plan.pdf/ })
    .waitFor();
}
