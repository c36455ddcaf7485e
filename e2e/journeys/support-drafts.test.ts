import type { Page } from "playwright-core";
import { describe, expect, it, onTestFinished } from "vitest";
import { openVisitor, type Visitor } from "../helpers/browser.ts";
import { openShop } from "../helpers/open-shop.ts";
import { join, logIn, newAccount } from "../helpers/people.ts";
import { admin } from "../helpers/start-shop.ts";

const { browser, shop } = await openShop();

async function openBrowserOf(): Promise<Visitor> {
  const visitor = await openVisitor(browser, shop.url);
  onTestFinished(() => visitor.context.close());
  return visitor;
}

/** A member's new ticket as the desk has it open. */
async function openDesk(): Promise<Page> {
  const { page: member } = await openBrowserOf();
  await join(member);
  const opened = await member.request.post("/new-support-message", {
    data: { subject: "Help", message: "It broke." },
  });
  const { data } = await opened.json();
  const { page } = await openBrowserOf();
  await logIn(page, admin);
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
    const { page, context } = await openBrowserOf();
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

  it("is sent once where its place is left and opened again before the answer", async () => {
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
  });

  it("is sent once where its answer was lost and the page is loaded anew", async () => {
    const desk = await openDesk();
    await desk.route("**/replies", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await replyOf(desk).fill("We look into it.");
    await send(desk).click();
    await desk.getByRole("alert").filter({ hasText: "Your text is still here." }).waitFor();
    await desk.unroute("**/replies");
    await desk.reload();
    await expect.poll(() => replyOf(desk).inputValue()).toBe("We look into it.");
    await send(desk).click();
    await expect.poll(() => replyOf(desk).inputValue()).toBe("");
    expect(await lines(desk).filter({ hasText: "We look into it." }).count()).toBe(1);
  });

  it("keeps a file that is uploaded while its place is left", async () => {
    const desk = await openDesk();
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
  });

  it("opens one ticket where the answer was lost, over a reload too", async () => {
    const { page } = await openBrowserOf();
    await join(page);
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
