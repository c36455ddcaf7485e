import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { identities, sessions } from "#server/db/tables/sessions.ts";
import { findUserByEmail } from "#server/features/accounts/users.repository.ts";
import { askForKey } from "../api-keys/keys.ts";
import { softwareAuthenticator } from "../helpers/authenticator.ts";
import { type Answer, cookieOf, openTestShop, type Person, type TestShop } from "../helpers/test-shop.ts";
import { codeOf } from "../helpers/totp.ts";
import { closeGate, endedOrWaiting } from "./gate.ts";
import { isSignedIn, mailsTo, newSession, protect, resetPassword, resetToken, signInAs } from "./helpers.ts";
import { comeBack, consentAt, openFederatedShop, signInBy, startAt } from "./identity.ts";
import { addPasskey, askToMake, askToUse, send, signInByPasskey } from "./passkeys.ts";

const own = "what its owner has set";

function post(shop: TestShop, path: string, body: object, as?: Person) {
  return shop.send({ method: "POST", url: `/api/auth/${path}`, body, ...(as ? { as } : {}) });
}

/** The owner resets the password while a thief's call is held at this point. */
async function resetAround(
  shop: TestShop,
  person: Pick<Person, "email">,
  { at, when }: { at: string; when?: string },
  call: () => ReturnType<TestShop["send"]>,
) {
  // Mailed before, so that the reset itself is all that happens meanwhile.
  await post(shop, "request-password-reset", { email: person.email });
  const token = await resetToken(shop, person.email);
  const gate = await closeGate(shop, at, when);
  const answer = call();
  await gate.reached();
  const reset = post(shop, "reset-password", { token, newPassword: own });
  await endedOrWaiting(shop, reset);
  await gate.open();
  return { answer: await answer, reset: await reset };
}

/** The try is given back once the password was right. */
const verified = { at: "delete on rate_limits", when: "old.key like 'password-device%'" };

test("a change of the password that was under way opens nothing and sets nothing once a reset has set a new one", async () => {
  const shop = await openTestShop();
  const person = await shop.signUp();
  const body = { currentPassword: person.password, newPassword: "what the thief sets" };
  const change = () => post(shop, "change-password", body, person);
  const { answer, reset } = await resetAround(shop, person, verified, change);
  expect(reset.status).toBe(200);
  expect(answer).toMatchObject({ status: 401, body: { code: "UNAUTHENTICATED" } });
  expect(await shop.platform.db.$count(sessions, eq(sessions.userId, person.id))).toBe(0);
  expect((await signInAs(shop, person.email, body.newPassword)).status).toBe(401);
  expect((await signInAs(shop, person.email, own)).status).toBe(200);
});

test("of a change and a reset at once one stands whole, with its sessions and its password", async () => {
  const shop = await openTestShop();
  const person = await shop.signUp();
  const body = { currentPassword: person.password, newPassword: "what the thief sets" };
  const change = () => post(shop, "change-password", body, person);
  const { answer, reset } = await resetAround(
    shop,
    person,
    { at: "update of password on identities" },
    change,
  );
  const isReset = reset.status === 200;
  expect(await isSignedIn(shop, { ...person, cookie: cookieOf(answer) })).toBe(!isReset);
  expect((await signInAs(shop, person.email, isReset ? own : body.newPassword)).status).toBe(200);
});

test("a second factor that is removed or set up gives no session once a reset has ended them all", async () => {
  const shop = await openTestShop();
  const endsAll = async (
    person: Person,
    gate: { at: string; when?: string },
    call: () => Promise<Answer>,
  ) => {
    const { answer, reset } = await resetAround(shop, person, gate, call);
    expect(reset.status, gate.at).toBe(200);
    expect(await isSignedIn(shop, { ...person, cookie: cookieOf(answer) }), gate.at).toBe(false);
    expect(await shop.platform.db.$count(sessions, eq(sessions.userId, person.id)), gate.at).toBe(0);
  };
  // Being removed, and to be removed.
  for (const gate of [{ at: "delete on two_factors" }, verified]) {
    const { person } = await protect(shop, await shop.signUp());
    const { password } = person;
    await endsAll(person, gate, () => post(shop, "two-factor/disable", { password }, person));
  }
  const person = await shop.signUp();
  const begun = await post(shop, "two-factor/enable", { password: person.password }, person);
  const code = codeOf(begun.body.totpURI);
  const setUp = () => post(shop, "two-factor/verify-totp", { code }, person);
  await endsAll(person, { at: "update of two_factor_enabled on users" }, setUp);
});

const opening = { at: "insert on sessions" };

test("a code or a passkey that was right gives no session once a reset has ended what it was asked for", async () => {
  const shop = await openTestShop();
  const opensNothing = async (person: Person, errorCode: string, call: () => Promise<Answer>) => {
    const { answer } = await resetAround(shop, person, opening, call);
    expect(answer).toMatchObject({ status: 401, body: { code: errorCode } });
    expect(cookieOf(answer), errorCode).toBe("");
    expect(await shop.platform.db.$count(sessions, eq(sessions.userId, person.id)), errorCode).toBe(0);
  };
  const { person, backupCodes } = await protect(shop, await shop.signUp());
  const challenge = await signInAs(shop, person.email, person.password);
  const [code] = backupCodes;
  const url = "/api/auth/two-factor/verify-backup-code";
  const headers = { cookie: cookieOf(challenge) };
  const verify = () => shop.send({ method: "POST", url, body: { code }, headers });
  await opensNothing(person, "CODE_EXPIRED", verify);

  const another = await shop.signUp();
  const authenticator = await addPasskey(shop, another);
  const asked = await askToUse(shop);
  await opensNothing(another, "INVALID_PASSKEY", () => signInByPasskey(shop, authenticator, { asked }));
});

test("another service gives no session once a reset has parted the account from it", async () => {
  const { shop } = await openFederatedShop();
  const consent = { email: "ada@example.com", verified: false };
  await signInBy(shop, "google", consent);
  const user = (await findUserByEmail(shop.platform.db, consent.email))!;
  const { url, cookie } = await startAt(shop, "google");
  const back = await consentAt(url, consent);
  const { answer } = await resetAround(shop, user, opening, () => comeBack(shop, back, cookie));
  expect(answer.headers.location).toBe("/signed-in?error=failed");
  expect(cookieOf(answer)).toBe("");
  expect(await shop.platform.db.$count(sessions, eq(sessions.userId, user.id))).toBe(0);
});

async function makePasskey(shop: TestShop, person: Person): Promise<Answer> {
  const { options, cookie } = await askToMake(shop, person);
  const body = { name: "A phone", response: softwareAuthenticator().make(options) };
  return send(shop, "verify-registration", body, cookie);
}

test("a key or a passkey that is made while a reset is under way does not outlive it", async () => {
  const shop = await openTestShop();
  for (const [make, list] of [
    [askForKey, "/api/keys"],
    [makePasskey, "/api/auth/passkey/list-user-passkeys"],
  ] as const) {
    const person = await shop.signUp();
    await post(shop, "request-password-reset", { email: person.email });
    const token = await resetToken(shop, person.email);
    const gate = await closeGate(shop, "insert on outbox", "new.template_name = 'Password changed'");
    const reset = post(shop, "reset-password", { token, newPassword: own });
    await gate.reached();
    const made = make(shop, person);
    await endedOrWaiting(shop, made);
    await gate.open();
    expect((await reset).status, list).toBe(200);
    expect(await made, list).toMatchObject({ status: 401, body: { code: "UNAUTHENTICATED" } });
    const cookie = cookieOf(await signInAs(shop, person.email, own));
    expect((await shop.send({ url: list, headers: { cookie } })).body.data).toEqual([]);
  }
});

/** No mail of a new password can be queued. */
const noMail = sql`alter table outbox add constraint no_mail check (template_name <> 'Password changed') not valid`;

test("a change that fails half way changes nothing, and a reset leaves the link good or every session ended", async () => {
  const shop = await openTestShop();
  const person = await shop.signUp();
  const elsewhere = await newSession(shop, person);
  await post(shop, "request-password-reset", { email: person.email });
  const token = await resetToken(shop, person.email);
  const of = eq(identities.userId, person.id);
  const before = await shop.platform.db.select().from(identities).where(of);
  await shop.platform.db.execute(noMail);
  const body = { currentPassword: person.password, newPassword: own };
  expect((await post(shop, "change-password", body, person)).status).toBe(500);
  expect(await shop.platform.db.select().from(identities).where(of)).toEqual(before);
  expect([await isSignedIn(shop, person), await isSignedIn(shop, elsewhere)]).toEqual([true, true]);

  expect((await post(shop, "reset-password", { token, newPassword: own })).status).toBe(500);
  expect((await signInAs(shop, person.email, person.password)).status).toBe(200);
  await shop.platform.db.execute(sql`alter table outbox drop constraint no_mail`);
  expect((await post(shop, "reset-password", { token, newPassword: own })).status).toBe(200);
  expect([await isSignedIn(shop, person), await isSignedIn(shop, elsewhere)]).toEqual([false, false]);
  expect((await mailsTo(shop, person.email))[0]!.templateName).toBe("Password changed");
});

test("a reset sets a first password for whoever came by another service alone", async () => {
  const shop = await openTestShop();
  const person = await shop.signUp();
  await shop.platform.db.delete(identities).where(eq(identities.userId, person.id));
  await resetPassword(shop, person, own);
  expect((await signInAs(shop, person.email, own)).status).toBe(200);
});
