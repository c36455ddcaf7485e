import { describe, expect, it, test } from "vitest";
import { rateLimits } from "#server/db/tables/rate-limits.ts";
import { askForKey, newKey } from "../api-keys/keys.ts";
import { cookieOf, openTestShop, type Person, type TestShop } from "../helpers/test-shop.ts";
import { codeOf } from "../helpers/totp.ts";
import { addWebhook } from "../webhooks/receiver.ts";
import { mailsTo, protect, signInAs } from "./helpers.ts";
import { openFederatedShop, signInBy } from "./identity.ts";
import { addPasskey, signInByPasskey } from "./passkeys.ts";

const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

const noticesTo = async (shop: TestShop, email: string) =>
  (await mailsTo(shop, email)).filter(({ subject }) => subject.startsWith("New sign-in"));

const signInFrom = (shop: TestShop, { email, password }: Person, cookie = "") =>
  shop.send({
    method: "POST",
    url: "/api/auth/sign-in/email",
    body: { email, password },
    headers: { "user-agent": firefox, ...(cookie ? { cookie } : {}) },
  });

describe("a sign-in from a browser that is new to the account", () => {
  it("is told by mail, with day and browser and what to do; the next from there is not", async () => {
    const shop = await openTestShop();
    const person = await shop.signUp();
    const answer = await signInFrom(shop, person);
    const [mail, ...more] = await noticesTo(shop, person.email);
    expect(more).toEqual([]);
    expect(mail?.text).toContain("Firefox on Windows");
    expect(mail?.text).toMatch(/\d{1,2} \w+ \d{4} at \d\d:\d\d \(UTC\)/);
    expect(mail?.text).toContain("set a new password at once");
    expect(mail?.text).not.toContain("127.0.0.1");
    expect((await signInFrom(shop, person, cookieOf(answer))).status).toBe(200);
    expect(await noticesTo(shop, person.email)).toHaveLength(1);
  });

  it("is none where the account was made, and none that did not get in", async () => {
    const shop = await openTestShop();
    const person = await shop.signUp();
    expect((await signInFrom(shop, person, person.cookie)).status).toBe(200);
    expect((await signInFrom(shop, { ...person, password: "not the password" })).status).toBe(401);
    expect(await noticesTo(shop, person.email)).toEqual([]);
  });

  it("is one by another person's cookie, and by one that was made up", async () => {
    const shop = await openTestShop();
    const [person, other] = [await shop.signUp(), await shop.signUp()];
    await signInFrom(shop, person, other.cookie);
    const device = /(thumbsmith\.device_\w+)=([\w-]+)\.([\w-]+)/.exec(person.cookie)!;
    await signInFrom(shop, person, `${device[1]}=${device[2]}x.${device[3]}`);
    expect(await noticesTo(shop, person.email)).toHaveLength(2);
  });

  it("is told once the code was right, by an authenticator and by a backup code", async () => {
    const shop = await openTestShop();
    const { person, uri, backupCodes } = await protect(shop, await shop.signUp());
    for (const [at, [path, code]] of [
      ["verify-totp", codeOf(uri, 1)],
      ["verify-backup-code", backupCodes[0]!],
    ].entries()) {
      const half = await signInAs(shop, person.email, person.password);
      expect(await noticesTo(shop, person.email)).toHaveLength(at);
      const url = `/api/auth/two-factor/${path}`;
      const headers = { cookie: cookieOf(half) };
      expect((await shop.send({ method: "POST", url, body: { code }, headers })).status).toBe(200);
      expect(await noticesTo(shop, person.email)).toHaveLength(at + 1);
    }
  });

  it("is told of a passkey's", async () => {
    const shop = await openTestShop();
    const person = await shop.signUp();
    const authenticator = await addPasskey(shop, person);
    await signInByPasskey(shop, authenticator);
    expect(await noticesTo(shop, person.email)).toHaveLength(1);
  });

  it("is told of another service's, but not of the one that made the account", async () => {
    const { shop } = await openFederatedShop();
    const first = await signInBy(shop, "google");
    expect(first.end).toBe("/signed-in");
    expect(await noticesTo(shop, "ada@example.com")).toEqual([]);
    await signInBy(shop, "google", {}, first.cookie);
    expect(await noticesTo(shop, "ada@example.com")).toEqual([]);
    await signInBy(shop, "google");
    expect(await noticesTo(shop, "ada@example.com")).toHaveLength(1);
  });

  it("is told five times an hour at most, however often somebody signs in without a cookie", async () => {
    const shop = await openTestShop({ env: { RATE_LIMIT_FACTOR: "1" } });
    const [person, other] = [await shop.signUp(), await shop.signUp()];
    for (let n = 0; n < 12; n += 1) expect((await signInFrom(shop, person)).status).toBe(200);
    expect(await noticesTo(shop, person.email)).toHaveLength(5);
    await signInFrom(shop, other);
    expect(await noticesTo(shop, other.email)).toHaveLength(1);
    await shop.platform.db.update(rateLimits).set({ expire: 0 });
    await signInFrom(shop, person);
    expect(await noticesTo(shop, person.email)).toHaveLength(6);
  });
});

test("what is done with an account is told five times an hour at most, of each kind", async () => {
  const shop = await openTestShop({ env: { RATE_LIMIT_FACTOR: "1" } });
  const { person } = await protect(shop, await shop.signUp());
  const post = (path: string, body: object, cookie: string) =>
    shop.send({ method: "POST", url: `/api/auth/${path}`, body, headers: { cookie } });
  let { cookie, password } = person;
  for (let n = 0; n < 7; n += 1) {
    expect((await post("two-factor/generate-backup-codes", { password }, cookie)).status).toBe(200);
    const newPassword = `another password ${n}`;
    const changed = await post("change-password", { currentPassword: password, newPassword }, cookie);
    expect(changed.status).toBe(200);
    [cookie, password] = [cookieOf(changed), newPassword];
  }
  const told = (await mailsTo(shop, person.email)).map(({ templateName }) => templateName);
  for (const kind of ["Sign-in changed", "Password changed"])
    expect(told.filter((name) => name === kind)).toHaveLength(5);
});

test("what is done with keys and webhooks is told five times an hour at most, of each kind", async () => {
  const shop = await openTestShop({ env: { RATE_LIMIT_FACTOR: "1" } });
  const person = await shop.signUp();
  const hook = await addWebhook(shop, person, "https://hooks.example.com/shop");
  for (let n = 0; n < 4; n += 1) {
    const key = await newKey(shop, person);
    const own = (await shop.send({ url: "/api/keys", as: person })).body.data.at(-1);
    if (n % 2) await shop.send({ method: "POST", url: "/api/keys/revoke", body: { key } });
    else await shop.send({ method: "DELETE", url: `/api/keys/${own.id}`, as: person });
    const url = `/api/webhooks/${hook.id}`;
    await shop.send({ method: "PUT", url, body: { url: `https://${n}.example.com/` }, as: person });
    await shop.send({ method: "POST", url: `${url}/rotate-secret`, body: {}, as: person });
  }
  const told = (await mailsTo(shop, person.email)).map(({ templateName }) => templateName);
  for (const kind of ["Keys changed", "Webhooks changed"])
    expect(told.filter((name) => name === kind)).toHaveLength(5);
});

test("whoever deletes an account and makes it anew fills nobody's box", async () => {
  const shop = await openTestShop({ env: { RATE_LIMIT_FACTOR: "1" } });
  let told = 0;
  for (let n = 0; n < 3; n += 1) {
    const person = await shop.signUp({ email: "stranger@example.com" });
    for (let m = 0; m < 3; m += 1) await signInFrom(shop, person);
    told += (await noticesTo(shop, person.email)).length;
    const body = { password: person.password };
    const erased = await shop.send({ method: "POST", url: "/api/account/delete", body, as: person });
    expect(erased.status).toBe(200);
  }
  expect(told).toBe(5);
});

test("an account in a stranger's name sends no address to its box", async () => {
  const shop = await openTestShop();
  const names = [
    "You won: http://evil.example",
    "www.evil.example",
    "evil.example",
    "evil．example",
    "//evil",
  ];
  for (const name of names) {
    const person = await shop.signUp({ name });
    await addPasskey(shop, person, name);
    const { id } = (await askForKey(shop, person, { name })).body.data;
    await shop.send({ method: "DELETE", url: `/api/keys/${id}`, as: person });
    await addWebhook(shop, person, "https://you-won.evil.example/here");
    await signInFrom(shop, person);
    const mails = await mailsTo(shop, person.email);
    const kinds = ["Keys changed", "Keys changed", "New sign-in", "Sign-in changed", "Webhooks changed"];
    expect(mails.map(({ templateName }) => templateName).sort(), name).toEqual(kinds);
    for (const { html, text } of mails) {
      expect(text, name).toContain("Hello,");
      expect(html + text, name).not.toMatch(/evil(?!\[)|evil\W*example\W*here/);
    }
  }
});
