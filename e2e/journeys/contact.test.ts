import { randomBytes, randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { describe, expect, it, onTestFinished } from "vitest";
import { axeViolations } from "../helpers/axe.ts";
import { openShop } from "../helpers/open-shop.ts";
import { join, newAccount } from "../helpers/people.ts";
import { openOwner, openStranger } from "../helpers/settings.ts";

const { browser, shop } = await openShop();

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const send = (page: Page) => page.getByRole("button", { name: "Send Message" });

async function write(page: Page, subject: string): Promise<void> {
  await field(page, "Name").fill("Vera Holm");
  await field(page, "Email").fill("vera@example.com");
  await field(page, "Subject").fill(subject);
  await field(page, "Phone").fill("+47 55 51 23 45");
  await field(page, "Message").fill("Does a run cost one credit?");
}

/** The way back to a visitor's conversation, as the mail of its first answer brings it. */
async function mailedLink(): Promise<string> {
  const ticketUserEmail = `${randomUUID()}@example.com`;
  const message = {
    ticketUserName: "Vera Holm",
    ticketUserEmail,
    subject: "Prices",
    phone: "1",
    message: "?",
  };
  const { context } = await openOwner(browser, shop);
  const written = await fetch(`${shop.url}/new-support-message`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(message),
  });
  const { data } = (await written.json()) as { data: { _id: string } };
  const answer = { message: "One credit.", sender: "admin", key: randomBytes(12).toString("hex") };
  const answered = await context.request.post(`/api/support/tickets/${data._id}/replies`, { data: answer });
  expect(answered.status()).toBe(201);
  const read = async (path: string) => (await context.request.get(path)).text();
  const list = await read(`/demo/mail?q=${ticketUserEmail}`);
  const mail = /<a href="([^"]+)">Re: Prices/.exec(list)![1]!;
  return /<pre>.*?<a href="([^"]*support\/reply[^"]*)"/s.exec(await read(mail))![1]!;
}

/** Name and e-mail of each ticket of the subject. */
async function senders(subject: string): Promise<string[][]> {
  const { context } = await openOwner(browser, shop);
  type Ticket = { subject: string; ticketUserName: string; ticketUserEmail: string };
  const tickets = (await (await context.request.get("/support-messages")).json()) as Ticket[];
  return tickets
    .filter((ticket) => ticket.subject === subject)
    .map(({ ticketUserName, ticketUserEmail }) => [ticketUserName, ticketUserEmail]);
}

describe("without script a contact message is refused in words, and never stands in an address", () => {
  it("on the contact page, the home page and behind the mailed link", async () => {
    const context = await browser.newContext({ baseURL: shop.url, javaScriptEnabled: false });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    for (const path of ["/contact", "/", await mailedLink()]) {
      await page.goto(path);
      const form = page.locator("form");
      expect(await form.innerText(), path).toMatch(
        /^This form needs scripts, .+ Please write to \S+@\S+ instead\.$/,
      );
      expect(await form.locator("noscript a").getAttribute("href"), path).toMatch(/^mailto:.+@/);
      expect(await form.getAttribute("method"), path).toBe("post");
    }
  });

  it.each([
    ["before", "root-"],
    ["after", "entry.client-"],
  ])("where they are gone, as after an update: sent %s that is known", async (when, gone) => {
    const { context } = await openStranger(browser, shop, { isNew: true });
    const page = await context.newPage();
    const held = Promise.withResolvers<void>();
    await page.route(`**/assets/${gone}*.js`, async (route) => {
      await held.promise;
      await route.fulfill({ status: 404, json: {} });
    });
    await page.goto("/contact", { waitUntil: "commit" });
    await write(page, "Sent too late");
    if (when === "before") await send(page).click();
    const lost = page.waitForResponse(`**/assets/${gone}*.js`);
    held.resolve();
    expect((await lost).status()).toBe(404);
    if (when === "after") await send(page).click();
    await page.getByRole("alert").filter({ hasText: "This was not sent" }).waitFor();
    expect(page.url()).toBe(`${shop.url}/contact`);
    expect(await field(page, "Message").inputValue()).toBe("Does a run cost one credit?");
  });
});

describe("a contact message", () => {
  it("whose answer was lost is sent once, over a reload too", async () => {
    const { page } = await openStranger(browser, shop);
    await page.goto("/contact");
    await write(page, "An answer that is lost");
    await page.route("**/new-support-message", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await send(page).click();
    await page.getByRole("alert").filter({ hasText: "Failed to send message." }).waitFor();
    await page.unroute("**/new-support-message");
    await page.reload();
    await write(page, "An answer that is lost");
    await send(page).click();
    await page.getByText("Message Sent Successfully! We answer by mail.").waitFor();
    expect(await senders("An answer that is lost")).toEqual([["Vera Holm", "vera@example.com"]]);
  });

  it("that was answered is another one when it is written again", async () => {
    const { page } = await openStranger(browser, shop);
    await page.goto("/contact");
    for (const times of [1, 2]) {
      await write(page, "Written twice");
      await send(page).click();
      await page.getByText("Message Sent Successfully! We answer by mail.").waitFor();
      await expect.poll(() => field(page, "Message").inputValue()).toBe("");
      expect(await senders("Written twice")).toHaveLength(times);
    }
    // What is not sent does not stand beside the word that it was.
    await send(page).click();
    await page.getByText("Please enter your message").waitFor();
    expect(await page.getByText("Message Sent Successfully! We answer by mail.").count()).toBe(0);
  });

  it("of a member shows whose it is, and lets nobody change what is not taken from it", async () => {
    const { page } = await openStranger(browser, shop);
    const { email } = await join(page, newAccount("Ida Berg"));
    await page.goto("/contact");
    for (const name of ["Name", "Email"]) {
      expect(await field(page, name).isEditable()).toBe(false);
      expect(await field(page, name).getAttribute("aria-describedby")).toMatch(/-hint$/);
    }
    expect(await page.getByText("From your account").count()).toBe(2);
    expect(await axeViolations(page)).toEqual([]);
    await field(page, "Subject").fill("A member's question");
    await field(page, "Phone").fill("+47 55 51 23 45");
    await field(page, "Message").fill("Does a run cost one credit?");
    await send(page).click();
    await page.getByText("Message Sent Successfully! We answer by mail.").waitFor();
    expect(await senders("A member's question")).toEqual([["Ida Berg", email]]);
  });
});
