import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { answers, openReceiver, verified } from "../../server/test/webhooks/receiver.ts";
import { faultsInLooks, phoneFirst, twoLooks } from "../helpers/axe.ts";
import { untilLoaded } from "../helpers/browser.ts";
import { runSql } from "../helpers/database.ts";
import { openShop } from "../helpers/open-shop.ts";
import { giveCredits, join } from "../helpers/people.ts";
import { answer, openStranger } from "../helpers/settings.ts";
import { stayOnReload } from "../helpers/unload.ts";

const { browser, shop } = await openShop({ standIns: ["gemini"], env: { WEBHOOK_LOOPBACK: "on" } });

const panel = (page: Page) => page.getByRole("region", { name: "Webhooks" });
const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

async function choose(page: Page, url: string, action: string): Promise<void> {
  await panel(page)
    .getByRole("button", { name: `Actions for ${url}` })
    .click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
}

/** What is shown once; the button that ends it is pressed. */
async function keepSecret(page: Page): Promise<string> {
  const dialog = page.getByRole("dialog", { name: "Keep this secret" });
  const secret = await dialog.getByTestId("webhook-secret").innerText();
  await page.keyboard.press("Escape");
  expect(await stayOnReload(page)).toBe("beforeunload");
  expect(await dialog.isVisible()).toBe(true);
  await dialog.getByRole("button", { name: "I have kept it" }).click();
  await dialog.waitFor({ state: "hidden" });
  return secret;
}

it("a member's own server hears of a run; what it refused is sent again; the secret changes; the address goes", async () => {
  const receiver = await openReceiver(answers(500, "Not today."));
  const url = `${receiver.url}/hooks`;
  const { page, complaints } = await openStranger(browser, shop);
  const account = await join(page);
  await giveCredits(shop, account.email, 4);
  await page.goto("/user/developers");
  await page.getByRole("heading", { name: "No webhooks yet" }).waitFor();
  expect(await faultsInLooks(page, twoLooks)).toEqual([]);

  await page.getByRole("button", { name: "Add the first webhook" }).click();
  await page.waitForURL("**/user/developers?webhook=new");
  const add = page.getByRole("dialog", { name: "Add a webhook" });
  const address = add.getByLabel("Address");
  await address.fill("https://169.254.169.254/latest/meta-data");
  await page.goBack();
  await answer(page, "hasn't been saved and will be lost", "Stay");
  expect(new URL(page.url()).search).toBe("?webhook=new");
  await add.getByLabel("My balance is low").check();
  await add.getByLabel("Low means, in credits").fill("many");
  await page.keyboard.press("Enter");
  await add.getByRole("link", { name: "Please enter a whole number of credits from 0 to 10,000." }).waitFor();
  await add.getByLabel("Low means, in credits").fill("3");
  await page.keyboard.press("Enter");
  await add.getByRole("link", { name: "This address is not on the public internet." }).waitFor();
  expect(await faultsInLooks(page, phoneFirst)).toEqual([]);
  await address.fill(url);
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Keep this secret" }).waitFor();
  expect(await faultsInLooks(page, phoneFirst)).toEqual([]);
  const secret = await keepSecret(page);
  await page.waitForURL("**/user/developers");
  await panel(page).getByText("run.done, run.failed, balance.low (3)").waitFor();

  const title = "My first hook";
  const run = { title, niche: "business", style: "bold", customPrompt: "", idempotencyKey: "one" };
  expect((await page.request.post("/api/generations", { data: run })).status()).toBe(202);
  await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(2);
  const messages = receiver.received.map((each) => verified(each, secret));
  expect(messages.map(({ type }) => type).toSorted()).toEqual(["balance.low", "run.done"]);
  const done = messages.find((message) => message.type === "run.done")!;
  expect(done.data).toMatchObject({ title, kind: "new" });
  for (const image of done.data.images) {
    expect(image.url).toMatch(new RegExp(`^${shop.url}/`));
    expect((await page.request.get(image.url)).headers()["content-type"]).toBe("image/png");
  }

  await page.reload();
  await panel(page).getByText("Failing").waitFor();
  await panel(page)
    .getByRole("button", { name: `Deliveries to ${url}` })
    .click();
  await row(page, "run.done").getByText("It answered 500.").waitFor();
  await row(page, "run.done").getByText("Not today.").waitFor();
  expect(await faultsInLooks(page, phoneFirst)).toEqual([]);
  receiver.answer = answers(200, "Thanks.");
  await row(page, "run.done").getByRole("button", { name: "Send now" }).click();
  await row(page, "run.done").getByText("Delivered").waitFor();
  await row(page, "run.done").getByText("Thanks.").waitFor();
  const again = receiver.received.at(-1)!;
  expect(verified(again, secret)).toEqual(done);
  const first = receiver.received.find(({ body }) => body === again.body)!;
  expect(again.headers["webhook-id"]).toBe(first.headers["webhook-id"]);
  await page.getByRole("button", { name: "Send a test" }).click();
  await row(page, "webhook.test").getByText("Delivered").waitFor();
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await page.waitForURL("**/user/developers");
  await panel(page).getByText("On", { exact: true }).waitFor();

  // One after the other: a press amid the way to another page leaves nothing to go back to.
  for (const name of ["Dashboard", "Developers"]) {
    await page.getByRole("link", { name, exact: true }).first().click();
    await page.waitForURL(`**/user/${name.toLowerCase()}`);
  }
  await page.waitForURL("**/user/developers");
  await choose(page, url, "Change secret");
  await answer(page, "and with the present one as well for 24 hours", "Change secret");
  await page.getByTestId("webhook-secret").waitFor();
  await page.goBack();
  await answer(page, "It is not shown again. You would have to change it", "Stay");
  const fresh = await keepSecret(page);
  const sent = receiver.received.length;
  await choose(page, url, "Send a test");
  await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(sent + 1);
  await page.getByRole("dialog", { name: "Deliveries" }).waitFor();
  for (const each of [secret, fresh])
    expect(verified(receiver.received.at(-1)!, each)).toMatchObject({ type: "webhook.test" });
  await page.keyboard.press("Escape");
  await panel(page).getByText("The former secret counts until").waitFor();

  await choose(page, url, "Switch off");
  await panel(page).getByText("Off", { exact: true }).waitFor();
  await choose(page, url, "Edit");
  const edit = page.getByRole("dialog", { name: "Edit webhook" });
  await edit.getByLabel("A run has failed").uncheck();
  await page.keyboard.press("Escape");
  await answer(page, "hasn't been saved and will be lost", "Stay");
  await edit.getByRole("button", { name: "Save changes" }).click();
  await edit.waitFor({ state: "hidden" });
  await panel(page).getByText("run.done, balance.low (3)").waitFor();
  await panel(page).getByText("Off", { exact: true }).waitFor();
  await untilLoaded(page);
  expect(await faultsInLooks(page, twoLooks)).toEqual([]);
  await choose(page, url, "Remove");
  await answer(page, "Nothing is sent to", "Remove webhook");
  await page.getByRole("heading", { name: "No webhooks yet" }).waitFor();
  expect(complaints.filter((line) => !/status of 400/.test(line))).toEqual([]);
});

it("webhooks that can't be loaded are said to be, and loaded again; one that is gone is said to be", async () => {
  const { page } = await openStranger(browser, shop);
  await join(page);
  await runSql(shop, "alter table webhooks rename to webhooks_away", []);
  await page.goto("/user/developers");
  await page.getByText("Your webhooks could not be loaded.").waitFor();
  expect(await faultsInLooks(page, phoneFirst)).toEqual([]);
  await runSql(shop, "alter table webhooks_away rename to webhooks", []);
  await page.getByRole("button", { name: "Retry" }).click();
  await page.getByRole("heading", { name: "No webhooks yet" }).waitFor();
  await page.goto(`/user/developers?deliveries=${"f".repeat(24)}`);
  await page.getByText("This webhook is not there any more.").waitFor();
});

it("an open webhook form keeps what was typed when its list can't be read anew", async () => {
  const { page } = await openStranger(browser, shop);
  await page.clock.install();
  await join(page);
  await page.goto("/user/developers");
  await page.getByRole("button", { name: "Add the first webhook" }).click();
  const add = page.getByRole("dialog", { name: "Add a webhook" });
  await add.getByLabel("Address").fill("https://example.com/typed");
  await runSql(shop, "alter table webhooks rename to webhooks_away", []);
  await page.clock.fastForward(60_000);
  await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
  await page.getByText("Your webhooks could not be loaded.").waitFor();
  await runSql(shop, "alter table webhooks_away rename to webhooks", []);
  expect(await add.getByLabel("Address").inputValue()).toBe("https://example.com/typed");
  await add.getByRole("button", { name: "Add webhook" }).click();
  await keepSecret(page);
  await panel(page).getByText("https://example.com/typed", { exact: true }).waitFor();
});

it("a secret whose change got no answer is shown by the next press, and the one before it still signs", async () => {
  const receiver = await openReceiver();
  const { page } = await openStranger(browser, shop);
  await join(page);
  const body = { url: receiver.url, events: ["run.done"] };
  const made = await (await page.request.post("/api/webhooks", { data: body })).json();
  await page.goto("/user/developers");
  let lost = 0;
  await page.route("**/rotate-secret", async (route) => {
    if (lost > 0) return route.fallback();
    lost += 1;
    await route.fetch();
    await route.abort();
  });
  const change = async () => {
    await choose(page, receiver.url, "Change secret");
    await answer(page, "and with the present one as well for 24 hours", "Change secret");
  };
  await change();
  await page.getByText("The secret could not be changed").waitFor();
  await panel(page).getByText("The former secret counts until").waitFor();
  await change();
  const fresh = await keepSecret(page);
  const sent = receiver.received.length;
  await choose(page, receiver.url, "Send a test");
  await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(sent + 1);
  for (const each of [made.data.secret, fresh])
    expect(verified(receiver.received.at(-1)!, each)).toMatchObject({ type: "webhook.test" });
});

it("a webhook whose answer was lost is added once when its form is sent again, and its secret is shown", async () => {
  const { page } = await openStranger(browser, shop);
  await join(page);
  await page.goto("/user/developers?webhook=new");
  const add = page.getByRole("dialog", { name: "Add a webhook" });
  await add.getByLabel("Address").fill("https://example.com/lost");
  let sent = 0;
  await page.route("**/api/webhooks", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    sent += 1;
    if (sent > 1) return route.fallback();
    await route.fetch();
    await route.abort();
  });
  await add.getByRole("button", { name: "Add webhook" }).click();
  await add.getByText("The webhook could not be added").waitFor();
  await page.getByText("1 of 5").waitFor();
  await add.getByRole("button", { name: "Add webhook" }).click();
  expect(await keepSecret(page)).toMatch(/^whsec_/);
  await page.getByText("1 of 5").waitFor();
  expect(await panel(page).getByRole("listitem").count()).toBe(1);
  expect(sent).toBe(2);
});
