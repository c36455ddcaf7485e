import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { passkeys, sessions } from "#server/db/tables/sessions.ts";
import { softwareAuthenticator } from "../helpers/authenticator.ts";
import { cookieOf, openTestShop, type Person, type TestShop } from "../helpers/test-shop.ts";
import { codeOf } from "../helpers/totp.ts";
import { mailsTo, protect, signInAs } from "./helpers.ts";
import { addPasskey, askToMake, send, signInByPasskey } from "./passkeys.ts";

/** As where the process ends, or the database goes, before the mail is queued. */
const loseMails = ({ platform }: TestShop) =>
  platform.db.execute(sql`alter table outbox add constraint lost check (to_email = '') not valid`);
const takeMails = ({ platform }: TestShop) =>
  platform.db.execute(sql`alter table outbox drop constraint lost`);

const call = (shop: TestShop, as: Person, path: string, body: object) =>
  shop.send({ method: "POST", url: `/api/auth/${path}`, body, as });

async function factorsOf(shop: TestShop, as: Person) {
  return (await shop.send({ url: "/api/auth/factors", as })).body.data;
}

test("a passkey that was added is told of, also where the process dies right after; so is every change of a factor", async () => {
  const shop = await openTestShop();
  const person = await shop.signUp();
  const add = async () => {
    const { options, cookie } = await askToMake(shop, person);
    const body = { name: "A phone", response: softwareAuthenticator().make(options) };
    return send(shop, "verify-registration", body, cookie);
  };
  const told = async () =>
    (await mailsTo(shop, person.email)).map(({ text }) => /\n\n(.*?) just now/.exec(text)?.[1]);

  await loseMails(shop);
  expect((await add()).status).toBe(500);
  expect(await shop.platform.db.$count(passkeys), "none that nobody hears of").toBe(0);
  await takeMails(shop);
  expect((await add()).status).toBe(200);
  expect(await told()).toEqual(["the passkey 'A phone' was added to your account"]);

  const { id } = (await shop.platform.db.select().from(passkeys))[0]!;
  const remove = () => call(shop, person, "passkey/delete-passkey", { id });
  await loseMails(shop);
  expect((await remove()).status).toBe(500);
  expect(await shop.platform.db.$count(passkeys)).toBe(1);
  const begun = await call(shop, person, "two-factor/enable", { password: person.password });
  const code = () => call(shop, person, "two-factor/verify-totp", { code: codeOf(begun.body.totpURI) });
  expect((await code()).status).toBe(500);
  expect(await factorsOf(shop, person)).toMatchObject({ totp: false, passkeys: 1 });
  await takeMails(shop);

  const other = await protect(shop, await shop.signUp());
  const { password } = other.person;
  await loseMails(shop);
  const fresh = await call(shop, other.person, "two-factor/generate-backup-codes", { password });
  expect([fresh.status, fresh.headers["set-cookie"]]).toEqual([500, undefined]);
  expect((await call(shop, other.person, "two-factor/disable", { password })).status).toBe(500);
  expect(await factorsOf(shop, other.person)).toMatchObject({ totp: true, backupCodesLeft: 10 });
  await takeMails(shop);
  const half = await signInAs(shop, other.person.email, password);
  const url = "/api/auth/two-factor/verify-backup-code";
  const headers = { cookie: cookieOf(half) };
  const body = { code: other.backupCodes[0] };
  expect((await shop.send({ method: "POST", url, body, headers })).status, "the former codes count").toBe(
    200,
  );
});

test("a sign-in whose notice could not be queued opens no session", async () => {
  const shop = await openTestShop();
  const person = await shop.signUp();
  const authenticator = await addPasskey(shop, person);
  const { person: other, backupCodes } = await protect(shop, await shop.signUp());
  const half = await signInAs(shop, other.email, other.password);
  const before = await shop.platform.db.$count(sessions);
  await loseMails(shop);
  const answers = [
    await signInAs(shop, person.email, person.password),
    await signInByPasskey(shop, authenticator),
    await shop.send({
      method: "POST",
      url: "/api/auth/two-factor/verify-backup-code",
      body: { code: backupCodes[0] },
      headers: { cookie: cookieOf(half) },
    }),
  ];
  for (const { status, headers } of answers)
    expect([status, headers["set-cookie"]]).toEqual([500, undefined]);
  expect(await shop.platform.db.$count(sessions)).toBe(before);
  await takeMails(shop);
  expect((await signInAs(shop, person.email, person.password)).status).toBe(200);
});
