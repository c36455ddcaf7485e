import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { expect, it, onTestFinished } from "vitest";
import { isolated } from "#web/ui/isolated.ts";
import { answers, openReceiver, verified } from "../../server/test/webhooks/receiver.ts";
import { axeViolations, faultsInLooks, phoneFirst, twoLooks } from "../helpers/axe.ts";
import { holdNextWrite, untilLoaded } from "../helpers/browser.ts";
import { openFaults, proveLongAgo, runSql } from "../helpers/database.ts";
import { openShop } from "../helpers/open-shop.ts";
import { giveCredits, join } from "../helpers/people.ts";
import { answer, openMember, openStranger } from "../helpers/settings.ts";
import { stayOnReload } from "../helpers/unload.ts";

const { browser, shop } = await openShop({ standIns: ["gemini"], env: { WEBHOOK_LOOPBACK: "on" } });

/** A new person on the screen of keys and webhooks. */
async function openDevelopers() {
  const visitor = await openMember(browser, shop);
  await visitor.page.goto("/user/developers");
  return visitor;
}

/** Makes a key on the screen, and answers it as the screen shows it. */
async function makeKey(page: Page, name: string, opens: readonly RegExp[]): Promise<string> {
  await page.getByRole("button", { name: /^(Make a|New) key$/ }).click();
  const form = page.getByRole("dialog", { name: "New key" });
  await form.getByLabel("Name").fill(name);
  for (const label of opens) await form.getByLabel(label).check();
  await form.getByRole("button", { name: "Make key" }).click();
  return page.getByRole("dialog", { name: "Your new key" }).getByLabel("Key", { exact: true }).inputValue();
}

const addKeyRow = (name: string, email: string, expiresIn = "1 year") =>
  runSql(
    shop,
    `insert into api_keys (id, user_id, name, hash, start, scopes, expires_at)
     select substr(md5(random()::text), 1, 24), id, $1, encode(sha256(random()::text::bytea), 'hex'), 'ts_Abcd',
       '{runs:read,runs:write,designs:read,designs:write,references:read,gallery:read,balance:read,webhooks}',
       now() + $3::interval
     from users where email = $2`,
    [name, email, expiresIn],
  );

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

it("the public page: a link opens the call that it names, a request can be copied, an answer scrolled by keys; the five lines that it begins with bring a newcomer two thumbnails, and one line more ends the key", async () => {
  const { page, context, account, complaints } = await openMember(browser, shop);
  await giveCredits(shop, account.email, 5);
  const body = { name: "Mine", scopes: ["runs:read", "runs:write"] };
  const made = await page.request.post("/api/keys", { data: body });
  const { key } = (await made.json()).data;
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/developers#download-a-picture");
  const heading = page.getByRole("heading", { level: 3, name: "Download a picture", exact: true });
  await expect.poll(() => heading.evaluate((each) => each.getBoundingClientRect().top)).toBeLessThan(300);
  await page.getByRole("button", { name: "Copy Download a picture: request" }).click();
  await page.getByRole("button", { name: "Copied Download a picture: request" }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^curl "\$SHOP\/api\/generations\/\$RUN\/images\/1\?download=1"/);
  const answer = page.getByRole("group", { name: "Read a run: answer, 200" });
  await answer.focus();
  await page.keyboard.press("End");
  await expect.poll(() => answer.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
  expect(complaints).toEqual([]);

  const shown = await page.getByRole("group", { name: "From nothing to two thumbnails" }).innerText();
  expect(shown.trim().split("\n")).toHaveLength(5);
  const cwd = await mkdtemp(joinPath(tmpdir(), "five lines "));
  onTestFinished(() => rm(cwd, { recursive: true, force: true }));
  const lines = shown.replace("ts_your_key", key);
  const options = { cwd, env: { PATH: process.env.PATH, HOME: cwd } };
  const run = promisify(execFile);
  const { stdout } = await run("bash", ["-c", lines], options);
  expect(stdout).toContain('"stage":"done"');
  const seen = ["thumbnail-1.png", "thumbnail-2.png"].map(async (name) => {
    const { format, width, height } = await sharp(await readFile(joinPath(cwd, name))).metadata();
    return [format, width, height];
  });
  expect(await Promise.all(seen)).toEqual([
    ["png", 1280, 720],
    ["png", 1280, 720],
  ]);
  const revoking = await page.getByRole("group", { name: "Revoke a key that was found" }).innerText();
  await run("bash", ["-c", revoking.replace("ts_the_key_that_was_found", key)], options);
  const headers = { authorization: `Bearer ${key}` };
  expect((await fetch(`${shop.url}/api/generations`, { headers })).status).toBe(401);
});

it("the public page is whole without scripts: all of its links lead somewhere, and no code widens a phone's window", async () => {
  const context = await browser.newContext({
    baseURL: shop.url,
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
  });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto("/");
  await page.getByRole("contentinfo").getByRole("link", { name: "Developers" }).click();
  await page.getByRole("heading", { level: 1, name: "Thumbnails from a program." }).waitFor();
  const targets = await page
    .locator("main a[href^='#']")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")!.slice(1)));
  const ids = await page.locator("main [id]").evaluateAll((all) => all.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
  expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
  expect(targets.length).toBeGreaterThan(80);
  const advice = await page
    .locator("section[aria-labelledby=errors] dd")
    .evaluateAll((all) =>
      all.map((each) => each.textContent!.slice(each.firstElementChild!.textContent!.length)),
    );
  expect(advice.length).toBeGreaterThan(15);
  // What to do about an error stands beside what it says.
  for (const text of advice) expect(text.trim()).not.toBe("");
  expect(await page.getByRole("button", { name: /^Copy/ }).count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  const answer = page.locator("article[aria-labelledby=start-a-run] details").last();
  expect(await answer.getByText("currentBalance").isVisible()).toBe(false);
  await answer.locator("summary").click();
  await answer.getByText("currentBalance").waitFor();
});

it("a key made on the screen lets a program start a run and fetch its picture, and is refused once it is revoked", async () => {
  const { page, context, complaints, account } = await openDevelopers();
  await giveCredits(shop, account.email, 20);
  await page.getByText("No keys yet").waitFor();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const key = await makeKey(page, "Build server", [/See your runs/, /Start runs/]);
  const shown = page.getByRole("dialog", { name: "Your new key" });
  await shown.getByRole("button", { name: "Copy" }).click();
  await shown.getByRole("button", { name: "Copied" }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  await shown.getByRole("button", { name: "Done" }).click();
  const row = page.getByRole("listitem").filter({ hasText: "Build server" });
  await row.getByText("not used yet").waitFor();
  expect(await page.content()).not.toContain(key);

  const program = (path: string, body?: object) =>
    fetch(`${shop.url}${path}`, {
      method: body ? "POST" : "GET",
      headers: {
        authorization: `Bearer ${key}`,
        ...(body ? { "content-type": "application/json", "idempotency-key": '"of a program"' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const started = await program("/api/generations", {
    title: "Ten knives",
    niche: "business",
    style: "professional",
  });
  expect(started.status).toBe(202);
  const { id } = (await started.json()).data;
  // The stream ends with the run.
  expect(await (await program(`/api/generations/${id}/events`)).text()).toContain('"stage":"done"');
  const picture = await program(`/api/generations/${id}/images/1?download=1`);
  expect(picture.headers.get("content-disposition")).toContain("attachment");
  const { width, height } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata();
  expect([width, height]).toEqual([1280, 720]);
  expect((await program("/api/designs")).status).toBe(403);

  await page.reload();
  await row.getByText("last used").waitFor();
  // One that is still open is known as that, however late somebody looks.
  await page.route("**/api/keys/*", (route) => route.abort());
  await row.getByRole("button", { name: "Revoke Build server" }).click();
  await page.getByRole("button", { name: "Revoke key" }).click();
  const stillOpen = page.getByRole("main").getByText(`“${isolated("Build server")}” could not be revoked.`);
  await stillOpen.waitFor();
  await page.unroute("**/api/keys/*");
  await row.getByRole("button", { name: "Revoke Build server" }).click();
  await page.getByRole("dialog").getByText("refused from now on").waitFor();
  await page.getByRole("button", { name: "Revoke key" }).click();
  await page.getByText("No keys yet").waitFor();
  expect(await stillOpen.count()).toBe(0);
  const refused = await program(`/api/generations/${id}`);
  expect([refused.status, (await refused.json()).code]).toEqual([401, "KEY_INVALID"]);
  expect(complaints.filter((line) => !line.includes("ERR_FAILED"))).toEqual([]);
});

it("what is wrong is said at its field, and neither what was typed nor a key that was not copied is lost by a slip", async () => {
  const { page, account, complaints } = await openDevelopers();
  // One after the other: a press amid the way to another page leaves nothing to go back to.
  for (const name of ["Dashboard", "Developers"]) {
    await page.getByRole("link", { name, exact: true }).first().click();
    await page.waitForURL(`**/user/${name.toLowerCase()}`);
  }
  await page.getByRole("button", { name: "Make a key" }).click();
  const form = page.getByRole("dialog", { name: "New key" });
  await form.getByRole("button", { name: "Make key" }).click();
  await form.getByText("Please enter a name.").waitFor();
  await form.getByText("Please choose what the key opens.").waitFor();
  expect(await form.getByLabel("Name").evaluate((field) => field === document.activeElement)).toBe(true);
  await form.getByLabel("Name").fill("Mine");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Stay" }).click();
  expect(await form.getByLabel("Name").inputValue()).toBe("Mine");
  expect(await axeViolations(page)).toEqual([]);

  await form.getByLabel(/See your balance/).check();
  await proveLongAgo(shop, account.email);
  await form.getByRole("button", { name: "Make key" }).click();
  const proof = page.getByRole("dialog", { name: "Is it still you?" });
  const forgotten = proof.getByRole("link", { name: "Forgot Password?" });
  expect(await forgotten.getAttribute("target"), "what was typed stays").toBe("_blank");
  expect(await forgotten.getAttribute("href")).toBe("/forgot-password?from=%2Fuser%2Fdevelopers");
  await proof.getByLabel("Password", { exact: true }).fill(account.password);
  await page.keyboard.press("Enter");
  const shown = page.getByRole("dialog", { name: "Your new key" });
  await shown.waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await shown.getByRole("button", { name: "Done" }).click();
  await answer(page, "Close without copying the key?", "Stay");
  await page.goBack();
  await answer(page, "You would have to revoke it and make another one.", "Stay");
  expect(await shown.getByLabel("Key", { exact: true }).inputValue()).toMatch(/^ts_/);
  await shown.getByLabel("Key", { exact: true }).focus();
  await page.keyboard.press("Control+C");
  await shown.getByRole("button", { name: "Copied" }).waitFor();
  await page.keyboard.press("Escape");
  await shown.waitFor({ state: "detached" });
  await page.getByRole("listitem").filter({ hasText: "Mine" }).waitFor();
  expect(complaints.filter((line) => !line.includes("403"))).toEqual([]);
});

it("where a script does not come, the button says so, offers a page that is loaded anew, and opens once it comes; without the proof's, the form stays as it was typed", async () => {
  const { page, account } = await openDevelopers();
  const form = "**/assets/new-key-modal-*.js";
  await page.clock.install();
  for (const script of [form, "**/assets/proof-dialog-*.js"])
    await page.route(script, (route) => route.fulfill({ status: 404, json: {} }));
  /** Once the page has asked for it, whose buttons do something by then. */
  const loadedBy = async (act: () => Promise<unknown>) => {
    // What the page asked for at rest before it was held back may still be answered meanwhile.
    const refused = page.waitForResponse(
      (answer) => answer.status() === 404 && /new-key-modal-.*\.js$/.test(answer.url()),
    );
    await act();
    await refused;
  };
  await loadedBy(() => page.reload());
  const make = page.getByRole("button", { name: "Make a key" });
  const isTold = async () => {
    await page.clock.fastForward(5_000);
    return page.getByText("The shop was updated, or your connection is gone.").isVisible();
  };
  await make.click();
  await expect.poll(isTold).toBe(true);
  await loadedBy(() => page.getByRole("button", { name: "Load the page anew" }).click());
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await make.click();
  await expect.poll(isTold).toBe(true);
  await page.unroute(form);
  // It is asked for all the same, as there is what no button asks for; at once where the connection is back.
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await page.getByRole("dialog", { name: "New key" }).getByLabel("Name").waitFor();
  await beAskedWithoutScript(page, account.email);
});

/** The form for a key is open, and the script of the question for the password does not come. */
async function beAskedWithoutScript(page: Page, email: string): Promise<void> {
  const form = page.getByRole("dialog", { name: "New key" });
  await form.getByLabel("Name").fill("Mine");
  await form.getByLabel(/See your balance/).check();
  await proveLongAgo(shop, email);
  await form.getByRole("button", { name: "Make key" }).click();
  const proof = page.getByRole("dialog", { name: "Is it still you?" });
  await proof.getByText("This could not be loaded.").waitFor();
  await page.keyboard.press("Escape");
  await proof.waitFor({ state: "detached" });
  await form.getByRole("alert").waitFor();
  expect(await form.getByLabel("Name").inputValue()).toBe("Mine");
}

it("keys can be used by everyone in both themes and widths: many of them, expired ones, none, and lists that fail, of keys or webhooks", async () => {
  const { page, account, complaints } = await openDevelopers();
  await page.getByRole("heading", { name: "No webhooks yet" }).waitFor();
  expect(await faultsInLooks(page, twoLooks)).toEqual([]);
  const faults = await openFaults(shop);
  onTestFinished(() => faults.close());
  const restore = await faults.hide("api_keys", "webhooks");
  await page.reload();
  const keys = page.getByRole("region", { name: /^Keys/ });
  await keys.getByText("Your keys could not be loaded.").waitFor();
  await panel(page).getByText("Your webhooks could not be loaded.").waitFor();
  await restore();
  expect(await faultsInLooks(page, twoLooks)).toEqual([]);
  await panel(page).getByRole("button", { name: "Retry" }).click();
  await page.getByRole("heading", { name: "No webhooks yet" }).waitFor();
  await keys.getByText("Your keys could not be loaded.").waitFor();
  await keys.getByRole("button", { name: "Retry" }).click();
  await page.getByText("No keys yet").waitFor();
  for (let n = 1; n < 10; n += 1) await addKeyRow(`Program number ${n}`, account.email);
  await addKeyRow("W".repeat(60), account.email);
  await addKeyRow("An old one", account.email, "-1 day");
  await page.reload();
  await untilLoaded(page);
  await page.getByText("Expired", { exact: true }).waitFor();
  await page.getByText("You have 10 keys, which is the most.").waitFor();
  expect(await page.getByRole("button", { name: "New key" }).count()).toBe(0);
  expect(await faultsInLooks(page, twoLooks)).toEqual([]);
  await page.getByRole("button", { name: "Remove An old one" }).click();
  await page.getByRole("button", { name: "Remove key" }).click();
  await page.getByText("Expired", { exact: true }).waitFor({ state: "detached" });
  expect(complaints.filter((line) => !line.includes("500"))).toEqual([]);
});

it("a member's own server hears of a run; what it refused is sent again; the secret changes; the address goes", async () => {
  const receiver = await openReceiver(answers(500, "Not today."));
  const url = `${receiver.url}/hooks`;
  const { page, complaints } = await openStranger(browser, shop);
  const account = await join(page);
  await giveCredits(shop, account.email, 4);
  await page.goto("/user/developers");
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
  await loseFirstAnswer(page, "**/api/webhooks/*");
  await choose(page, url, "Remove");
  await answer(page, "Nothing is sent to", "Remove webhook");
  await page.getByText("The webhook could not be removed").waitFor();
  await page.getByRole("heading", { name: "No webhooks yet" }).waitFor();
  expect(complaints.filter((line) => !/status of 400|ERR_FAILED/.test(line))).toEqual([]);
});

it("an open webhook form keeps what was typed when its list can't be read anew; where an answer was lost, the next press adds it once, or shows the changed secret, and the one before it still signs", async () => {
  const { url: server, received } = await openReceiver();
  const url = `${server}/hooks`;
  const { page } = await openStranger(browser, shop);
  await page.clock.install();
  await join(page);
  await page.goto(`/user/developers?deliveries=${"f".repeat(24)}`);
  await page.getByText("This webhook is not there any more.").waitFor();
  await page.keyboard.press("Escape");
  await page.waitForURL("**/user/developers");
  await page.getByRole("button", { name: "Add the first webhook" }).click();
  const add = page.getByRole("dialog", { name: "Add a webhook" });
  await add.getByLabel("Address").fill(url);
  await runSql(shop, "alter table webhooks rename to webhooks_away", []);
  await page.clock.fastForward(60_000);
  await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
  await page.getByText("Your webhooks could not be loaded.").waitFor();
  await runSql(shop, "alter table webhooks_away rename to webhooks", []);
  expect(await add.getByLabel("Address").inputValue()).toBe(url);

  const additions = await loseFirstAnswer(page, "**/api/webhooks");
  await add.getByRole("button", { name: "Add webhook" }).click();
  await add.getByText("The webhook could not be added").waitFor();
  await page.getByText("1 of 5").waitFor();
  await add.getByRole("button", { name: "Add webhook" }).click();
  const former = await keepSecret(page);
  expect(former).toMatch(/^whsec_/);
  await panel(page).getByText(url, { exact: true }).waitFor();
  await page.getByText("1 of 5").waitFor();
  expect(await panel(page).getByRole("listitem").count()).toBe(1);
  expect(additions()).toBe(2);

  await loseFirstAnswer(page, "**/rotate-secret");
  const change = async () => {
    await choose(page, url, "Change secret");
    await answer(page, "and with the present one as well for 24 hours", "Change secret");
  };
  await change();
  await page.getByText("The secret could not be changed").waitFor();
  await panel(page).getByText("The former secret counts until").waitFor();
  await change();
  const fresh = await keepSecret(page);
  await choose(page, url, "Send a test");
  await expect.poll(() => received.length, { timeout: 20_000 }).toBe(1);
  for (const each of [former, fresh])
    expect(verified(received.at(-1)!, each)).toMatchObject({ type: "webhook.test" });
});

it("a secret that was changed while its owner had gone to another screen is shown by the next press until they say that they keep it, and the one before it still signs", async () => {
  const { url: server, received } = await openReceiver();
  const url = `${server}/hooks`;
  const { page } = await openMember(browser, shop);
  const body = { url, events: ["run.done"], lowBalance: 3 };
  const added = await page.request.post("/api/webhooks", { data: body });
  const former: string = (await added.json()).data.secret;
  await page.goto("/user/developers");
  const change = async () => {
    await choose(page, url, "Change secret");
    await answer(page, "and with the present one as well for 24 hours", "Change secret");
  };
  const turnTo = async (name: string) => {
    await page.getByRole("link", { name, exact: true }).first().click();
    await page.waitForURL(`**/user/${name.toLowerCase()}`);
  };

  const held = await holdNextWrite(page, "**/rotate-secret");
  await change();
  await held.started;
  await turnTo("Dashboard");
  const answered = page.waitForResponse("**/rotate-secret");
  held.release();
  const { secret: changed } = (await (await answered).json()).data;
  await turnTo("Developers");
  await change();
  expect(await keepSecret(page)).toBe(changed);
  await choose(page, url, "Send a test");
  await expect.poll(() => received.length, { timeout: 20_000 }).toBe(1);
  for (const each of [former, changed])
    expect(verified(received.at(-1)!, each)).toMatchObject({ type: "webhook.test" });
  await page.getByRole("dialog", { name: "Deliveries" }).waitFor();
  await page.keyboard.press("Escape");
  await change();
  expect([former, changed]).not.toContain(await keepSecret(page));
});

/** The shop does what the page's next write to an address asks, and the page never hears of it. Answers how many it sent. */
async function loseFirstAnswer(page: Page, address: string): Promise<() => number> {
  let sent = 0;
  await page.route(address, async (route) => {
    if (route.request().method() === "GET") return route.fallback();
    sent += 1;
    if (sent > 1) return route.fallback();
    await route.fetch();
    await route.abort();
  });
  return () => sent;
}
