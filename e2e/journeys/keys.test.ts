import type { Page } from "playwright-core";
import sharp from "sharp";
import { expect, it, onTestFinished } from "vitest";
import { isolated } from "#web/ui/isolated.ts";
import { axeViolations, faultsInLooks, twoLooks } from "../helpers/axe.ts";
import { openVisitor, untilLoaded } from "../helpers/browser.ts";
import { openFaults, runSql } from "../helpers/database.ts";
import { openShop } from "../helpers/open-shop.ts";
import { giveCredits, join } from "../helpers/people.ts";
import { answer } from "../helpers/settings.ts";

const { browser, shop } = await openShop({ standIns: ["gemini"] });

/** A new person on the screen of keys. */
async function openDevelopers() {
  const visitor = await openVisitor(browser, shop.url);
  onTestFinished(() => visitor.context.close());
  const account = await join(visitor.page);
  await visitor.page.goto("/user/developers");
  return { ...visitor, account };
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

/** Has the person's last proof be an hour old. */
const proveLongAgo = (email: string) =>
  runSql(
    shop,
    `update sessions set proven_at = now() - interval '1 hour'
     where user_id = (select id from users where email = $1)`,
    [email],
  );

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
  await proveLongAgo(account.email);
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

it("where a script does not come, the button says so, offers a page that is loaded anew, and opens once it comes", async () => {
  const { page } = await openDevelopers();
  const form = "**/assets/new-key-modal-*.js";
  await page.clock.install();
  await page.route(form, (route) => route.fulfill({ status: 404, json: {} }));
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
});

it("a proof whose script does not come leaves the form as it was typed", async () => {
  const { page, account } = await openDevelopers();
  await page.route("**/assets/proof-dialog-*.js", (route) => route.fulfill({ status: 404, json: {} }));
  await page.getByRole("button", { name: "Make a key" }).click();
  const form = page.getByRole("dialog", { name: "New key" });
  await form.getByLabel("Name").fill("Mine");
  await form.getByLabel(/See your balance/).check();
  await proveLongAgo(account.email);
  await form.getByRole("button", { name: "Make key" }).click();
  const proof = page.getByRole("dialog", { name: "Is it still you?" });
  await proof.getByText("This could not be loaded.").waitFor();
  await page.keyboard.press("Escape");
  await proof.waitFor({ state: "detached" });
  await form.getByRole("alert").waitFor();
  expect(await form.getByLabel("Name").inputValue()).toBe("Mine");
});

it("keys can be used by everyone in both themes and widths: many of them, expired ones, none, and a list that fails", async () => {
  const { page, account, complaints } = await openDevelopers();
  expect(await faultsInLooks(page, twoLooks)).toEqual([]);
  const faults = await openFaults(shop);
  onTestFinished(() => faults.close());
  const restore = await faults.hide("api_keys");
  await page.reload();
  await page.getByText("Your keys could not be loaded.").waitFor();
  await restore();
  expect(await faultsInLooks(page, twoLooks)).toEqual([]);
  await page.getByRole("button", { name: "Retry" }).click();
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
