import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { sessions, verifications } from "#server/db/tables/sessions.ts";
import { type Answer, cookieOf, openTestShop, type Person, type TestShop } from "../helpers/test-shop.ts";
import { codeOf } from "../helpers/totp.ts";
import { closeGate, endedOrWaiting } from "./gate.ts";
import { changePassword, isSignedIn, protect, resetPassword, signInAs } from "./helpers.ts";

const newPassword = "a new password";

const gate = "a sign-in";

/** Signs in with the password of now; once that was found right and before it opens anything, `meanwhile` happens. */
async function signInAround(
  shop: TestShop,
  { email, password }: Person,
  meanwhile: () => Promise<void>,
): Promise<Answer> {
  const { reached, open } = await closeGate(shop, "insert on sessions", `new.user_agent = '${gate}'`);
  const url = "/api/auth/sign-in/email";
  const headers = { "user-agent": gate };
  const answer = shop.send({ method: "POST", url, body: { email, password }, headers });
  await reached();
  await meanwhile();
  await open();
  return answer;
}

test("a sign-in with the former password opens nothing once a new one was set, and beside another sign-in its session", async () => {
  const shop = await openTestShop();
  for (const [name, set, left] of [
    ["a reset", resetPassword, 0],
    ["a change", changePassword, 1],
  ] as const) {
    const person = await shop.signUp();
    const answer = await signInAround(shop, person, () => set(shop, person, newPassword));
    expect(answer, name).toMatchObject({ status: 401, body: { code: "INVALID_PASSWORD" } });
    expect(cookieOf(answer), name).toBe("");
    const rows = await shop.platform.db.select().from(sessions).where(eq(sessions.userId, person.id));
    expect(rows, name).toHaveLength(left);
    expect((await signInAs(shop, person.email, newPassword)).status, name).toBe(200);
  }
  const person = await shop.signUp();
  const answer = await signInAround(shop, person, async () => {
    expect((await signInAs(shop, person.email, person.password)).status).toBe(200);
  });
  expect(await isSignedIn(shop, { ...person, cookie: cookieOf(answer) })).toBe(true);
});

test("a sign-in with the former password is asked for no code either", async () => {
  const shop = await openTestShop();
  const { person, uri } = await protect(shop, await shop.signUp());
  const answer = await signInAround(shop, person, () => resetPassword(shop, person, newPassword));
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

test("a sign-in that ends before a reset that is under way opens nothing either", async () => {
  const shop = await openTestShop();
  const person = await shop.signUp();
  const mail = await closeGate(shop, "insert on outbox", "new.template_name = 'Password changed'");
  let reset: Promise<unknown> | undefined;
  const signIn = signInAround(shop, person, async () => {
    reset = resetPassword(shop, person, newPassword);
    await mail.reached();
  });
  await mail.reached();
  await endedOrWaiting(shop, signIn);
  await mail.open();
  await reset;
  expect(await signIn).toMatchObject({ status: 401, body: { code: "INVALID_PASSWORD" } });
  expect(await shop.platform.db.$count(sessions, eq(sessions.userId, person.id))).toBe(0);
});
