import { eq, sql } from "drizzle-orm";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { sessions, verifications } from "#server/db/tables/sessions.ts";
import { type Answer, cookieOf, openTestShop, type Person, type TestShop } from "../helpers/test-shop.ts";
import { codeOf } from "../helpers/totp.ts";
import { isSignedIn, protect, resetToken, signInAs } from "./helpers.ts";

const newPassword = "a new password";

/** Signs in with the password of now; once that was found right and before it opens anything, `meanwhile` happens. */
async function signInAround(
  shop: TestShop,
  { email, password }: Person,
  meanwhile: () => Promise<void>,
): Promise<Answer> {
  const { db } = shop.platform;
  const gate = "a sign-in";
  await db.execute(sql`create function wait_at_gate() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock(hashtext('${sql.raw(gate)}')); return new; end $$`);
  await db.execute(sql`create trigger wait_at_gate before insert on sessions for each row
    when (new.user_agent = '${sql.raw(gate)}') execute function wait_at_gate()`);
  const holder = new pg.Client({ connectionString: shop.connectionString });
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query("select pg_advisory_lock(hashtext($1))", [gate]);
  const url = "/api/auth/sign-in/email";
  const headers = { "user-agent": gate };
  const answer = shop.send({ method: "POST", url, body: { email, password }, headers });
  const waiting = `select from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`;
  const isWaiting = async () => (await holder.query(waiting)).rowCount;
  await expect.poll(isWaiting).toBe(1);
  await meanwhile();
  await holder.query("select pg_advisory_unlock(hashtext($1))", [gate]);
  return answer;
}

async function reset(shop: TestShop, { email }: Person): Promise<void> {
  const post = (path: string, body: object) => shop.send({ method: "POST", url: `/api/auth/${path}`, body });
  await post("request-password-reset", { email });
  const token = await resetToken(shop, email);
  expect((await post("reset-password", { token, newPassword })).status).toBe(200);
}

async function change(shop: TestShop, person: Person): Promise<void> {
  const body = { currentPassword: person.password, newPassword };
  const answer = await shop.send({ method: "POST", url: "/api/auth/change-password", body, as: person });
  expect(answer.status).toBe(200);
}

test.each([
  ["a reset", reset, 0],
  ["a change", change, 1],
])("a sign-in with the former password opens nothing once %s has set a new one", async (_, set, left) => {
  const shop = await openTestShop();
  const person = await shop.signUp();
  const answer = await signInAround(shop, person, () => set(shop, person));
  expect(answer).toMatchObject({ status: 401, body: { code: "INVALID_PASSWORD" } });
  expect(cookieOf(answer)).toBe("");
  const rows = await shop.platform.db.select().from(sessions).where(eq(sessions.userId, person.id));
  expect(rows).toHaveLength(left);
  expect((await signInAs(shop, person.email, newPassword)).status).toBe(200);
});

test("a sign-in with the former password is asked for no code either", async () => {
  const shop = await openTestShop();
  const { person, uri } = await protect(shop, await shop.signUp());
  const answer = await signInAround(shop, person, () => reset(shop, person));
  expect(answer).toMatchObject({ status: 401, body: { code: "INVALID_PASSWORD" } });
  expect(cookieOf(answer)).toBe("");
  const { db } = shop.platform;
  expect(await db.select().from(verifications).where(eq(verifications.value, person.id))).toEqual([]);
  const next = await signInAs(shop, person.email, newPassword);
  const url = "/api/auth/two-factor/verify-totp";
  const headers = { cookie: cookieOf(next) };
  const done = await shop.send({ method: "POST", url, body: { code: codeOf(uri, 1) }, headers });
  expect(await isSignedIn(shop, { ...person, cookie: cookieOf(done) })).toBe(true);
});

test("a sign-in beside another one opens its session", async () => {
  const shop = await openTestShop();
  const person = await shop.signUp();
  const answer = await signInAround(shop, person, async () => {
    expect((await signInAs(shop, person.email, person.password)).status).toBe(200);
  });
  expect(await isSignedIn(shop, { ...person, cookie: cookieOf(answer) })).toBe(true);
});
