import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { recordAnnounced } from "../helpers/announced.ts";
import { axeViolations, faultsInLooks, phoneFirst, twoLooks } from "../helpers/axe.ts";
import { holdNextWrite, type Look, loseAnswer, untilItAnswers } from "../helpers/browser.ts";
import { openShop } from "../helpers/open-shop.ts";
import { changeUser, join, logIn, newAccount } from "../helpers/people.ts";
import { openMember, openOwner, openStranger } from "../helpers/settings.ts";

const { browser, shop } = await openShop();

const openBrowserOf = (look?: Look) => openStranger(browser, shop, look);
const member = async (look?: Look) => (await openMember(browser, shop, look)).page;
const owner = async (look?: Look) => (await openOwner(browser, shop, look)).page;

/** A moderator, made one by the admin. */
async function moderator(by: Page): Promise<Page> {
  const account = newAccount("Mona Moderator");
  const { page } = await openBrowserOf();
  await join(page, account);
  await changeUser(by, account.email, { userRole: "moderator" });
  await logIn(page, account);
  return page;
}

let tickets = 0;

/** No other ticket has it. */
function newSubject(): string {
  tickets += 1;
  return `Ticket number ${tickets}`;
}

/** Opens a ticket over the call, for a journey that is about what comes then. The page stays where it is. */
async function openTicket(
  page: Page,
  message = "It does not work.",
): Promise<{ subject: string; id: string }> {
  const subject = newSubject();
  const sent = await page.request.post("/new-support-message", { data: { subject, message } });
  expect(sent.status()).toBe(201);
  return { subject, id: (await sent.json()).data._id };
}

/** The same as its member has it before them. */
async function showTicket(page: Page, message?: string): Promise<{ subject: string; id: string }> {
  const ticket = await openTicket(page, message);
  await page.goto(`/user/support?ticket=${ticket.id}`);
  await lines(page).first().waitFor();
  return ticket;
}

/** Opens a ticket on the member's screen; answers its subject. */
async function createTicket(page: Page, message: string): Promise<string> {
  const subject = newSubject();
  await page.goto("/user/support");
  await page.getByRole("link", { name: "Create Ticket" }).click();
  await page.getByLabel("Subject").fill(subject);
  await page.getByRole("textbox", { name: "Message" }).fill(message);
  await page.getByRole("button", { name: "Create Ticket" }).click();
  await page.waitForURL("**/user/support?ticket=*");
  await page.getByRole("button", { name: new RegExp(subject) }).waitFor();
  await page.getByRole("log").getByText(message).waitFor();
  return subject;
}

const choose = (page: Page, subject: string) =>
  page.getByRole("button", { name: new RegExp(`^${subject}`) }).click();
/** Waits for a value that another browser brings about. */
const soon = <T>(value: () => T | Promise<T>) => expect.poll(value, { timeout: 20_000 });
const lines = (page: Page) => page.getByRole("log").getByRole("listitem");

async function openDesk(page: Page, subject: string): Promise<void> {
  await page.goto("/admin/support-messages");
  await choose(page, subject);
  await page.getByRole("log").waitFor();
}

async function answer(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole("textbox", { name: label }).fill(text);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await lines(page).filter({ hasText: text }).waitFor();
}

type Payload = { name: string; mimeType: string; buffer: Buffer };

async function attach(page: Page, files: Payload[]): Promise<void> {
  const opening = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Attach", exact: true }).click();
  await (await opening).setFiles(files);
}

/** Follows the link to an attachment; answers the name that the browser saves it under. */
async function saved(page: Page, name: RegExp): Promise<string> {
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name }).click();
  return (await downloading).suggestedFilename();
}

describe("support", () => {
  it("brings a ticket, its answer and the reply to both sides without a reload", async () => {
    const desk = await owner();
    await desk.goto("/admin/support-messages");
    await desk.getByText("Select a ticket to view the conversation").waitFor();
    const page = await member();
    await page.goto("/user/support");
    await page.getByText("Select a ticket to view messages").waitFor();
    const subject = await createTicket(page, "The picture is blurry.");
    await page.getByRole("heading", { name: "Support Tickets (1)" }).waitFor();
    const heading = await page.getByRole("heading", { name: subject, exact: true }).last().boundingBox();
    expect(heading!.y, "a toast has its room above the subject").toBeGreaterThan(70);

    await page.getByRole("link", { name: "Dashboard", exact: true }).click();
    await choose(desk, subject);
    await answer(desk, "Your reply", "We look into it.");
    await page.getByRole("link", { name: "Support 1 unread" }).click();
    await page.getByRole("button", { name: new RegExp(`${subject}.*1 unread`) }).waitFor();
    await choose(page, subject);
    await lines(page).filter({ hasText: "We look into it." }).waitFor();
    await soon(() => page.getByText("unread").count()).toBe(0);
    await page.getByRole("link", { name: "Support", exact: true }).waitFor();

    await answer(page, "Your message", "Thank you!");
    await lines(desk).filter({ hasText: "Thank you!" }).waitFor();
    await soon(() => desk.getByLabel("Status").last().inputValue()).toBe("in-progress");
    await page.goto(`/demo/mail?q=${encodeURIComponent(`Re: ${subject}`)}`);
    await page.getByRole("link", { name: `Re: ${subject}` }).waitFor();
  });

  it("keeps what was typed where sending fails, over a reload too, and sends it once", async () => {
    const page = await member();
    await showTicket(page);
    let failures = 0;
    await page.route("**/replies", async (route) => {
      failures += 1;
      if (failures === 1) await route.abort();
      else if (failures === 2)
        await route.fulfill({
          status: 503,
          json: { success: false, message: "The service is not available right now." },
        });
      else {
        // The message gets through, and its answer is lost on the way.
        await route.fetch();
        await route.abort();
      }
    });
    await page.getByRole("textbox", { name: "Your message" }).fill("Important words");
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await page.getByRole("button", { name: "Send", exact: true }).click();
      await soon(() => failures).toBe(attempt);
      await page.getByRole("alert").filter({ hasText: "Your text is still here." }).waitFor();
      await expect
        .poll(() => page.getByRole("textbox", { name: "Your message" }).inputValue())
        .toBe("Important words");
    }
    await page.unroute("**/replies");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await soon(() => page.getByRole("textbox", { name: "Your message" }).inputValue()).toBe("");
    await expect.poll(() => lines(page).filter({ hasText: "Important words" }).count()).toBe(1);

    await page.getByRole("textbox", { name: "Your message" }).fill("Half a sen");
    await page.reload();
    await soon(() => page.getByRole("textbox", { name: "Your message" }).inputValue()).toBe("Half a sen");
  });

  it("tells what is missing, and sends once, also where what checks the form is late or does not come", async () => {
    const page = await member();
    const checks = "**/assets/schemas-*.js";
    await page.route(checks, (route) => route.abort());
    await page.goto("/user/create-support");
    const message = page.getByRole("textbox", { name: "Message" });
    const create = page.getByRole("button", { name: "Create Ticket" });
    await message.fill("It does not work.");
    await create.click();
    await page.getByText("Please enter your subjects").first().waitFor();
    expect(await message.inputValue()).toBe("It does not work.");

    await page.unroute(checks);
    const [asked, come] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route(checks, async (route) => {
      asked.resolve();
      await come.promise;
      await route.continue();
    });
    const sent: string[] = [];
    page.on(
      "request",
      (request) => request.method() === "POST" && sent.push(new URL(request.url()).pathname),
    );
    await page.goto("/user/create-support");
    await page.getByLabel("Subject").fill("Sent once");
    await asked.promise;
    await create.dblclick();
    expect(sent).not.toContain("/new-support-message");
    come.resolve();
    await page.waitForURL("**/user/support?ticket=*");
    expect(sent.filter((path) => path.includes("support-message"))).toHaveLength(1);
  });

  it("keeps what was typed when the session ends, and goes on after signing in elsewhere", async () => {
    const account = newAccount();
    const { page, context } = await openBrowserOf();
    await join(page, account);
    await showTicket(page);
    const input = page.getByRole("textbox", { name: "Your message" });
    await input.fill("Words that took an hour");
    await context.clearCookies();
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByRole("alert").filter({ hasText: "Your text is still here." }).waitFor();
    const notice = page.getByRole("alert").filter({ hasText: "You have been signed out" });
    await expect.poll(() => input.inputValue()).toBe("Words that took an hour");
    expect(await axeViolations(page)).toEqual([]);

    const opening = context.waitForEvent("page");
    await notice.getByRole("link", { name: "Log in in a new tab" }).click();
    const login = await opening;
    await login.waitForLoadState();
    await untilItAnswers(login);
    await login.getByLabel("Email", { exact: true }).fill(account.email);
    await login.getByLabel("Password", { exact: true }).fill(account.password);
    await login.locator("form").getByRole("button", { name: "Login", exact: true }).click();
    await login.waitForURL(/\/user\/support\?.*ticket=/);
    await expect
      .poll(() => login.getByRole("textbox", { name: "Your message" }).inputValue())
      .toBe("Words that took an hour");
    await login.close();
    const send = page.getByRole("button", { name: "Send", exact: true });
    await send.click();
    await lines(page).filter({ hasText: "Words that took an hour" }).waitFor();
    await notice.waitFor({ state: "detached" });
    // There is nothing more to send, and the keyboard goes on from where it was sent.
    await expect.poll(() => send.isDisabled()).toBe(true);
    expect(await send.evaluate((each) => each === document.activeElement)).toBe(true);
  });

  it("says next to the list that it could not be loaded, and loads it on Retry", async () => {
    const page = await member();
    await openTicket(page);
    // Else the list is read again as soon as events come, and stands there before anybody presses.
    await page.route("**/api/support/events", (route) => route.abort());
    await page.route("**/support-messages?*", (route) =>
      route.fulfill({ status: 500, json: { success: false, message: "Out of order" } }),
    );
    await page.goto("/user/support");
    await page.getByRole("alert").filter({ hasText: "Your tickets could not be loaded." }).waitFor();
    await page.unroute("**/support-messages?*");
    await page.getByRole("button", { name: "Retry" }).click();
    await page.getByRole("heading", { name: "Support Tickets (1)" }).waitFor();
  });

  it("moves only a reader who is at the end to the newest message", async () => {
    const page = await member({ height: 700 });
    const { subject, id } = await openTicket(page);
    for (let number = 1; number < 12; number += 1) {
      const data = { key: `${number}`.padStart(24, "0"), message: `Line ${number}.`, sender: "user" };
      const sent = await page.request.post(`/api/support/tickets/${id}/replies`, { data });
      expect(sent.status()).toBe(201);
    }
    await page.goto(`/user/support?ticket=${id}`);
    await answer(page, "Your message", "Line 12.");
    const box = page.getByRole("log");
    const restOf = () =>
      box.evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight);
    await soon(restOf).toBeLessThan(5);
    const desk = await owner();
    await openDesk(desk, subject);
    await box.evaluate((element) => element.scrollTo({ top: 0 }));
    await answer(desk, "Your reply", "News from the desk.");
    await page.getByRole("button", { name: "New messages" }).waitFor();
    await expect.poll(() => box.evaluate((element) => element.scrollTop)).toBe(0);
    await page.getByRole("button", { name: "New messages" }).click();
    await soon(restOf).toBeLessThan(5);
    await answer(desk, "Your reply", "And more.");
    await lines(page).filter({ hasText: "And more." }).waitFor();
    await soon(restOf).toBeLessThan(5);
  });

  it("takes the same words as often as a member or the desk sends them, shuts a closed ticket at the desk, and a user's reply opens it again", async () => {
    const page = await member();
    const { subject } = await showTicket(page);
    const desk = await owner();
    await openDesk(desk, subject);
    const sends: [Page, string][] = [
      [page, "Your message"],
      [page, "Your message"],
      [desk, "Your reply"],
      [desk, "Your reply"],
    ];
    for (const [index, [side, label]] of sends.entries()) {
      const input = side.getByRole("textbox", { name: label });
      await input.fill("Hello?");
      await side.getByRole("button", { name: "Send", exact: true }).click();
      await soon(() => input.inputValue()).toBe("");
      await soon(() => lines(side).filter({ hasText: "Hello?" }).count()).toBe(index + 1);
    }

    const status = desk.getByRole("region", { name: "Conversation" }).getByLabel("Status");
    // Changed by the keyboard it keeps the focus, and takes no other change while this one is saved.
    const write = await holdNextWrite(desk);
    await status.focus();
    await desk.keyboard.press("c");
    await write.started;
    await expect.poll(() => status.getAttribute("aria-disabled")).toBe("true");
    await desk.keyboard.press("o");
    write.release();
    await soon(() => desk.getByLabel("Your reply").isDisabled()).toBe(true);
    await expect.poll(() => status.getAttribute("aria-disabled")).toBeNull();
    expect(await status.evaluate((select) => select === document.activeElement)).toBe(true);
    expect(await status.inputValue()).toBe("closed");
    await page.getByText("A reply opens it again.").waitFor();
    await answer(page, "Your message", "Still broken.");
    await soon(() => desk.getByLabel("Your reply").isDisabled()).toBe(false);
    await expect.poll(() => status.inputValue()).toBe("in-progress");
  });

  it("tells what failed after its ticket was left by a toast that names the ticket, and where that ticket is opened again", async () => {
    const page = await member();
    const { subject } = await openTicket(page);
    const other = await openTicket(page);
    const toast = page.locator("[data-sonner-toast]").filter({ hasText: subject });
    const refusal = page.getByRole("alert").filter({ hasText: "Your message was not sent" });
    await page.goto("/user/support");
    await choose(page, subject);
    await page.getByRole("textbox", { name: "Your message" }).fill("Words for the first");
    const reply = await holdNextWrite(page, "**/replies", (route) => route.abort());
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await reply.started;
    await choose(page, other.subject);
    await lines(page).filter({ hasText: "It does not work." }).waitFor();
    reply.release();
    await toast.filter({ hasText: "was not sent" }).waitFor();
    expect(await refusal.count(), "nothing of the ticket that is open now").toBe(0);
    await choose(page, subject);
    await refusal.waitFor();
    const input = page.getByRole("textbox", { name: "Your message" });
    expect(await input.inputValue()).toBe("Words for the first");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await lines(page).filter({ hasText: "Words for the first" }).waitFor();
    await refusal.waitFor({ state: "detached" });

    const desk = await owner();
    await openDesk(desk, subject);
    const ticket = desk.getByRole("region", { name: "Conversation" });
    const problem = ticket.getByRole("alert").filter({ hasText: "The status could not be saved." });
    const write = await holdNextWrite(desk, "**/support-message-status/*", (route) => route.abort());
    await ticket.getByLabel("Status").selectOption("closed");
    await write.started;
    await choose(desk, other.subject);
    await ticket.getByRole("heading", { name: other.subject }).waitFor();
    write.release();
    await desk
      .locator("[data-sonner-toast]")
      .filter({ hasText: subject })
      .filter({ hasText: "The status could not be saved." })
      .waitFor();
    expect(await problem.count()).toBe(0);
    await choose(desk, subject);
    await problem.waitFor();
    await choose(desk, other.subject);
    await choose(desk, subject);
    await ticket.getByRole("heading", { name: subject }).waitFor();
    expect(await problem.count(), "told once").toBe(0);
  });

  it("shows the staff who else looks, keeps notes from the customer, and lets two answers at once both stand", async () => {
    const page = await member();
    const { subject } = await showTicket(page);
    const one = await owner();
    const two = await moderator(one);
    await openDesk(one, subject);
    await openDesk(two, subject);
    await one.getByText("Mona Moderator is looking at this ticket").waitFor();
    await two.getByLabel("Your reply").fill("Answer of two");
    await one.getByText("Mona Moderator is writing").waitFor();
    await one.getByLabel("Your reply").fill("Answer of one");
    await Promise.all(
      [one, two].map((desk) => desk.getByRole("button", { name: "Send", exact: true }).click()),
    );
    for (const desk of [one, two]) await soon(() => lines(desk).count()).toBe(3);
    await one.getByText("Internal note").click();
    await answer(one, "Internal note", "Between us");
    await lines(two).filter({ hasText: "Between us" }).waitFor();
    await lines(page).filter({ hasText: "Answer of one" }).waitFor();
    await lines(page).filter({ hasText: "Answer of two" }).waitFor();
    await expect.poll(() => page.getByText("Between us").count()).toBe(0);
    await two.getByRole("link", { name: "Admin", exact: true }).click();
    await two.getByText("Select a ticket to view the conversation").waitFor();
    const sent = await two.request.post("/new-support-message", {
      data: { subject: "Mine", message: "Bye" },
    });
    const { data } = (await sent.json()) as { data: { _id: string } };
    const mona = await (await two.request.get("/users")).json();
    expect((await one.request.delete(`/api/users/${mona[0]._id}`)).status()).toBe(200);
    await one.goto(`/admin/support-messages?ticket=${data._id}`);
    await one.getByText("The account of this ticket was deleted. Nothing can be added to it.").waitFor();
    expect(await one.getByLabel("Your reply").isDisabled()).toBe(true);
  });

  it("is worked with the keyboard alone, canned replies included", async () => {
    const page = await member();
    await openTicket(page);
    const desk = await owner();
    await desk.request.post("/api/support/canned-replies", {
      data: { title: "Thanks", body: "Thank you, {name}." },
    });
    await desk.goto("/admin/support-messages");
    await desk.getByRole("heading", { name: /Tickets \([1-9]/ }).waitFor();
    await desk.keyboard.press("j");
    await desk.getByRole("log").waitFor();
    await desk.keyboard.press("c");
    await desk.getByRole("menuitem", { name: /Thanks/ }).click();
    await expect.poll(() => desk.getByLabel("Your reply").inputValue()).toBe("Thank you, Mara Lindqvist.");
    await desk.keyboard.press("Control+Enter");
    await lines(desk).filter({ hasText: "Thank you, Mara Lindqvist." }).waitFor();
    await desk.keyboard.press("Escape");
    await desk.keyboard.press("n");
    // No waiting: a letter that the note does not get would be a shortcut.
    await desk.keyboard.type("half a note");
    await soon(() =>
      desk
        .getByLabel("Internal note")
        .last()
        .evaluate((box) => box === document.activeElement),
    ).toBe(true);
    await desk.keyboard.press("Escape");
    await desk.keyboard.press("r");
    await soon(() => desk.getByLabel("Your reply").evaluate((box) => box === document.activeElement)).toBe(
      true,
    );
    await desk.keyboard.press("Escape");
    await desk.keyboard.press("s");
    await soon(() => desk.evaluate(() => document.activeElement?.tagName)).toBe("SELECT");
    await desk.keyboard.press("Escape");
    await desk.getByRole("log").focus();
    await desk.keyboard.press("n");
    await soon(() => desk.getByLabel("Internal note").last().inputValue()).toBe("half a note");
    await desk.keyboard.press("Escape");
    await desk.keyboard.press("?");
    const shortcuts = desk.getByRole("dialog", { name: "Keyboard shortcuts" });
    await shortcuts.waitFor();
    await desk.keyboard.press("Escape");
    await shortcuts.waitFor({ state: "hidden" });
    await desk.keyboard.press("/");
    await soon(() => desk.evaluate(() => document.activeElement?.tagName)).toBe("INPUT");
    await desk.keyboard.type("no such words");
    await desk.getByText("No tickets match these filters.").waitFor();
    expect(new URL(desk.url()).searchParams.get("q")).toBe("no such words");
  });

  it("gives a ticket to someone, finds it by every filter, and keeps texts to answer with", async () => {
    const page = await member();
    const { subject } = await openTicket(page, "The word quicksilver stands here alone.");
    const desk = await owner();
    await openDesk(desk, subject);
    const ticket = desk.getByRole("region", { name: "Conversation" });
    await ticket.getByLabel("Assignee").selectOption({ label: "owner" });
    await ticket.getByLabel("Priority").selectOption({ label: "High" });
    const entry = desk.getByRole("button", { name: new RegExp(`^${subject}`) });
    await entry.getByText("high").waitFor();
    const filters = desk.getByRole("search");
    expect(await filters.getByLabel("Status").isVisible(), "the inbox opens with the mail").toBe(false);
    await filters.getByRole("button", { name: "Filter" }).click();
    const today = await desk.evaluate(() => new Date().toLocaleDateString("en-GB"));
    const steps: (() => Promise<unknown>)[] = [
      // First what no other ticket holds, so that there is one from then on.
      () => filters.getByLabel("Search").fill("QUICKSILVER"),
      () => filters.getByLabel("Assignee").selectOption("me"),
      () => filters.getByLabel("Priority").selectOption("high"),
      () => filters.getByLabel("Status").selectOption("open"),
      () => filters.getByLabel("User email").fill("PERSON"),
      async () => {
        await filters.getByLabel("Start date").fill(today);
        await filters.getByLabel("End date").fill(today);
      },
    ];
    for (const step of steps) {
      await step();
      await desk.getByRole("heading", { name: "Tickets (1)" }).waitFor();
      await entry.waitFor();
    }
    await filters.getByRole("button", { name: "Filter (5)" }).waitFor();
    await filters.getByLabel("Priority").selectOption({ label: "Medium" });
    await desk.getByText("No tickets match these filters.").waitFor();

    await ticket.getByRole("button", { name: "Canned replies" }).click();
    await desk.getByRole("menuitem", { name: "Manage canned replies" }).click();
    const dialog = desk.getByRole("dialog", { name: "Canned replies" });
    await dialog.getByRole("button", { name: "Add canned reply" }).click();
    await dialog.getByLabel("Title").fill("On its way");
    await dialog.getByLabel("Text").fill("About {subject}: it is on its way.");
    await desk.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await ticket.getByRole("button", { name: "Canned replies" }).click();
    await desk.getByRole("menuitem", { name: "Manage canned replies" }).click();
    await dialog.getByRole("button", { name: "Add canned reply" }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByRole("button", { name: "Edit On its way" }).waitFor();
    expect(await axeViolations(desk)).toEqual([]);
    await desk.keyboard.press("Escape");
    await ticket.getByRole("button", { name: "Canned replies" }).click();
    await desk.getByRole("menuitem", { name: /^On its way/ }).click();
    await expect
      .poll(() => desk.getByLabel("Your reply").inputValue())
      .toBe(`About ${subject}: it is on its way.`);

    // Where the answer is lost, what is read anew shows that it is gone.
    await ticket.getByRole("button", { name: "Canned replies" }).click();
    await desk.getByRole("menuitem", { name: "Manage canned replies" }).click();
    await dialog.getByRole("button", { name: "Delete On its way" }).click();
    await desk.route("**/canned-replies/*", loseAnswer, { times: 1 });
    await desk.getByRole("button", { name: "Delete canned reply", exact: true }).click();
    await dialog.getByText("Network error or server not responding").waitFor();
    await dialog.getByText("About {subject}: it is on its way.").waitFor({ state: "detached" });
  });

  it("takes pictures along, and refuses what is no picture", async () => {
    const page = await member();
    await showTicket(page);
    const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 64, height: 36 } });
    await attach(page, [
      { name: "screen.png", mimeType: "image/png", buffer: picture },
      { name: "fake.png", mimeType: "image/png", buffer: Buffer.from("<script>") },
    ]);
    await page.getByRole("alert").filter({ hasText: "Please attach images" }).waitFor();
    await page.getByLabel("Your message").fill("See the picture");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByRole("alert").filter({ hasText: "A file could not be attached." }).waitFor();
    await page.getByRole("button", { name: "Remove fake.png" }).click();
    await page.getByRole("button", { name: "Remove screen.png" }).waitFor();
    await page.reload();
    await page.getByRole("button", { name: "Remove screen.png" }).waitFor();
    await answer(page, "Your message", "See the picture");
    expect(await saved(page, /screen\.png/)).toBe("screen.png");
    await expect.poll(() => page.getByRole("button", { name: "Remove screen.png" }).count()).toBe(0);
  });

  it("answers a visitor by mail, and the mail's link takes a reply without an account", async () => {
    const { page, complaints } = await openBrowserOf();
    await page.goto("/about");
    await page.evaluate(() =>
      fetch("/new-support-message", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          ticketUserName: "Vera Visitor",
          ticketUserEmail: "vera@example.com",
          subject: "Team plans",
          phone: "+49 30 1234",
          message: "Is there a plan for five?",
        }),
      }),
    );
    const desk = await owner();
    await openDesk(desk, "Team plans");
    const leaflet = { name: "leaflet.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4\n") };
    await attach(desk, [leaflet]);
    await desk.getByRole("button", { name: "Remove leaflet.pdf" }).waitFor();
    await answer(desk, "Your reply", "There is.");
    await page.goto("/demo/mail?q=vera@example.com");
    await page.getByRole("link", { name: "Re: Team plans" }).click();
    await page
      .locator("pre")
      .getByRole("link", { name: /support\/reply/ })
      .click();
    await page.getByRole("heading", { name: "Team plans" }).waitFor();
    await page.getByText("There is.").waitFor();
    expect(await saved(page, /leaflet\.pdf/)).toBe("leaflet.pdf");
    await page.getByRole("textbox", { name: "Your message" }).fill("Great, thanks!");
    const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 64, height: 36 } });
    const announced = await recordAnnounced(page);
    const sending = await holdNextWrite(page);
    await page.getByLabel("Attach files").setInputFiles([
      { name: "logo.png", mimeType: "image/png", buffer: picture },
      { name: "fake.png", mimeType: "image/png", buffer: Buffer.from("<script>") },
    ]);
    await sending.started;
    await soon(announced).toContain(" Uploading...");
    sending.release();
    await page.getByRole("alert").filter({ hasText: "Please attach images" }).waitFor();
    await page.getByRole("button", { name: "Remove fake.png" }).click();
    await page.getByRole("button", { name: "Remove logo.png" }).waitFor();
    await soon(() => page.getByText("Uploading...").count()).toBe(0);
    await page.reload();
    await page.getByRole("button", { name: "Remove logo.png" }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Send Message" }).click();
    await page.getByText("Message Sent Successfully!").waitFor();
    await lines(desk).filter({ hasText: "Great, thanks!" }).waitFor();
    expect(await saved(desk, /logo\.png/)).toBe("logo.png");
    expect(await saved(page, /logo\.png/)).toBe("logo.png");
    expect(await axeViolations(page)).toEqual([]);
    for (const times of [1, 2]) {
      await page.getByRole("textbox", { name: "Your message" }).fill("Hello?");
      await page.getByRole("button", { name: "Send Message" }).click();
      await soon(() => page.getByRole("listitem").filter({ hasText: "Hello?" }).count()).toBe(times);
    }
    // What was sent is in no form any more, also where the page was left before the answer.
    const slow = await holdNextWrite(page, "**/api/support/guest-reply");
    await page.getByRole("textbox", { name: "Your message" }).fill("Left early");
    await page.getByRole("button", { name: "Send Message" }).click();
    await slow.started;
    await page.getByRole("banner").getByRole("link", { name: "Contact" }).click();
    await page.getByRole("heading", { name: "Team plans" }).waitFor({ state: "detached" });
    await page.goBack();
    await soon(() => page.getByRole("textbox", { name: "Your message" }).inputValue()).toBe("Left early");
    slow.release();
    await soon(() => page.getByRole("textbox", { name: "Your message" }).inputValue()).toBe("");
    const dead = await page.goto("/support/reply?token=forged");
    expect(dead!.status()).toBe(404);
    await page.getByText("This conversation can't be opened.").waitFor();
    await page.getByText("This link is not valid any more.").waitFor();
    const endless = await page.request.get(`/support/reply?token=${"f".repeat(301)}`, {
      headers: { accept: "text/html" },
    });
    expect(endless.status()).toBe(404);
    expect(await endless.text()).toContain("This link is not valid any more.");
    expect(complaints.filter((text) => !/status of (404|415)/.test(text))).toEqual([]);
  });

  it("can be used by everyone at 360 and 1280 px, in both themes", async () => {
    const page = await member();
    await page.goto("/user/create-support");
    await page.getByRole("button", { name: "Create Ticket" }).click();
    await page.getByRole("alert").waitFor();
    expect(await faultsInLooks(page)).toEqual([]);
    const { subject } = await showTicket(page, `A very long word: ${"x".repeat(200)}`);
    expect(await faultsInLooks(page)).toEqual([]);
    const endless = { subject: "An endless subject ".repeat(20), message: "x" };
    expect((await page.request.post("/new-support-message", { data: endless })).status()).toBe(201);
    const desk = await owner();
    await desk.goto("/admin/support-messages");
    await desk.getByRole("heading", { name: /Tickets \([1-9]/ }).waitFor();
    expect(await faultsInLooks(desk, twoLooks)).toEqual([]);
    const heights = [/^An endless subject/, new RegExp(`^${subject}`)].map(async (name) => {
      const card = await desk.getByRole("button", { name }).boundingBox();
      return card!.height;
    });
    const [long, short] = await Promise.all(heights);
    expect(long! - short!, "one line more, however long a subject is").toBeLessThan(30);
    // The mouse, which no one has moved yet, has the rail show its words over the tickets.
    await desk.mouse.move(900, 600);
    await choose(desk, subject);
    await desk.getByRole("log").waitFor();
    expect(await faultsInLooks(desk, phoneFirst)).toEqual([]);
  });
});
