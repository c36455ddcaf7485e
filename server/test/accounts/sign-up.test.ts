import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { creditBalances, creditEntries } from "#server/db/tables/credits.ts";
import { settings } from "#server/db/tables/settings.ts";
import { users } from "#server/db/tables/users.ts";
import { openTestShop, type TestShop } from "../helpers/test-shop.ts";
import { changeTerms, signInAs, userRow } from "./helpers.ts";

const body = { name: "Ada Lovelace", email: "ada@example.com", password: "a good password" };

function signUp(shop: TestShop, changes: object = {}) {
  return shop.send({ method: "POST", url: "/api/auth/sign-up/email", body: { ...body, ...changes } });
}

async function setGift(shop: TestShop, signUpGift: number) {
  await shop.platform.db
    .insert(settings)
    .values({ name: "shop", data: { signUpGift } })
    .onConflictDoUpdate({ target: settings.name, set: { data: { signUpGift } } });
}

test("account, user record, balance and gift come to be together", async () => {
  const shop = await openTestShop();
  await setGift(shop, 3);
  const answer = await signUp(shop);
  expect(answer.status).toBe(200);
  const viewer = await shop.send({
    url: "/api/viewer",
    headers: { cookie: String(answer.headers["set-cookie"]).split(";")[0]! },
  });
  expect(viewer.body.data.user).toMatchObject({
    currentBalance: 3,
    userRole: "member",
    userMembership: "free",
  });
});

test("a sign-up that fails half way leaves no account behind", async () => {
  const shop = await openTestShop();
  await setGift(shop, 3);
  await shop.platform.db.execute(
    sql`alter table credit_entries add constraint no_entry check (amount > 1000) not valid`,
  );
  expect((await signUp(shop)).status).toBeGreaterThanOrEqual(400);
  await shop.platform.db.execute(sql`alter table credit_entries drop constraint no_entry`);
  expect(await shop.platform.db.select().from(users).where(eq(users.email, body.email))).toHaveLength(0);
  expect(await shop.platform.db.select().from(creditBalances)).toHaveLength(
    (await shop.platform.db.select().from(users)).length,
  );
  expect(await shop.platform.db.select().from(creditEntries)).toHaveLength(0);
  expect((await signUp(shop)).status).toBe(200);
});

test("the accepted version of the terms is kept with its time, and nothing is kept where none was accepted", async () => {
  const shop = await openTestShop();
  const accepted = await signUp(shop, { termsAccepted: true });
  const row = await userRow(shop, accepted.body.user.id);
  expect(row.termsVersion).toBeGreaterThanOrEqual(0);
  expect(row.termsAcceptedAt).toBeInstanceOf(Date);
  const silent = await signUp(shop, { email: "b@example.com" });
  expect((await userRow(shop, silent.body.user.id)).termsVersion).toBeNull();
});

test("who registers while the terms change accepts the ones that were shown", async () => {
  const shop = await openTestShop();
  const shown = (await shop.send({ url: "/api/pages/terms" })).body.data.version;
  const standing = await changeTerms(shop);
  const stale = await signUp(shop, { termsAccepted: shown });
  expect(stale).toMatchObject({ status: 409, body: { code: "STALE_VERSION", data: { version: standing } } });
  expect(Object.keys(stale.body.fields)).toEqual(["termsAccepted"]);
  expect(await shop.platform.db.$count(users, eq(users.email, body.email))).toBe(0);
  const read = await signUp(shop, { termsAccepted: standing });
  expect((await userRow(shop, read.body.user.id)).termsVersion).toBe(standing);
  const nameless = await signUp(shop, { email: "b@example.com", termsAccepted: true });
  expect((await userRow(shop, nameless.body.user.id)).termsVersion).toBe(standing);
});

test("of two sign-ups with one e-mail at once, one makes the account and the other is told that it is taken", async () => {
  const shop = await openTestShop();
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => signUp(shop, { email: "ADA@example.com" })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const lost of answers.filter(({ status }) => status !== 200)) {
    expect(lost).toMatchObject({ status: 409, body: { code: "USER_ALREADY_EXISTS" } });
    expect(lost.body.message).toBe("This email is already in use. Please try another one.");
  }
  expect(await shop.platform.db.select().from(users).where(eq(users.email, "ada@example.com"))).toHaveLength(
    1,
  );
});

test("role, balance, membership and the mark of a verified e-mail can't be set by signing up", async () => {
  const shop = await openTestShop();
  const answer = await signUp(shop, {
    role: "Admin",
    userRole: "Admin",
    currentBalance: 500,
    membership: "premium",
    emailVerified: true,
    id: "000000000000000000000001",
    acceptedTerms: 99,
  });
  expect(answer.status).toBe(200);
  expect(await userRow(shop, answer.body.user.id)).toMatchObject({
    role: "member",
    membership: "free",
    emailVerified: false,
    termsVersion: null,
  });
});

const tooWeak = "Password is too weak. Please use a stronger password.";
const refusedPasswords = [
  ["five characters", "abcd1", "PASSWORD_TOO_SHORT", "Password must be at least 6 characters"],
  ["129 characters", `${"ab".repeat(64)}c`, "PASSWORD_TOO_LONG", "Password must be at most 128 characters"],
  ["one character over and over", "zzzzzzzzzz", "PASSWORD_TOO_WEAK", tooWeak],
  ["blanks and one character", "     q", "PASSWORD_TOO_WEAK", tooWeak],
  ["a part again and again", "abcABC", "PASSWORD_TOO_WEAK", tooWeak],
  ["digits in their order", "4567890", "PASSWORD_TOO_WEAK", tooWeak],
  ["digits against their order", "654321", "PASSWORD_TOO_WEAK", tooWeak],
  ["one of the commonest", "Password1", "PASSWORD_TOO_WEAK", tooWeak],
  ["the commonest 3,000", "Caligula", "PASSWORD_TOO_WEAK", tooWeak],
  ["the own e-mail", "ADA@example.com", "PASSWORD_TOO_WEAK", tooWeak],
  ["the own name", "adalovelace", "PASSWORD_TOO_WEAK", tooWeak],
] as const;

test("a password that is too short, too long or too weak is refused with a sentence at its field", async () => {
  const shop = await openTestShop();
  for (const [name, password, code, message] of refusedPasswords) {
    const answer = await signUp(shop, { password });
    const refusal = { status: 400, body: { success: false, code, message, error: message } };
    expect(answer, name).toMatchObject(refusal);
    expect(answer.body.fields, name).toEqual({ password: message });
  }
});

test("passwords of six and of 128 characters sign in, however they are composed in Unicode", async () => {
  const shop = await openTestShop();
  expect((await signUp(shop, { password: "x7k2qp" })).status).toBe(200);
  expect((await signInAs(shop, body.email, "x7k2qp")).status).toBe(200);
  expect(
    (await signUp(shop, { email: "b@example.com", password: "z".repeat(64) + "y".repeat(64) })).status,
  ).toBe(200);
  const accented = "caf\u00e9 cr\u00e8me";
  expect((await signUp(shop, { email: "c@example.com", password: accented })).status).toBe(200);
  // A keyboard decides whether an accent comes combined; it is the same password either way.
  expect((await signInAs(shop, "c@example.com", accented.normalize("NFD"))).status).toBe(200);
});

test("signing up with what is no e-mail, name or password is answered 400 at one field", async () => {
  const shop = await openTestShop();
  for (const [name, changes, code] of [
    ["no @", { email: "ada.example.com" }, "INVALID_EMAIL"],
    ["two addresses", { email: "a@example.com,b@example.com" }, "INVALID_EMAIL"],
    ["a line break in the e-mail", { email: "a@example.com\nbcc: x@example.com" }, "INVALID_EMAIL"],
    ["a NUL in the name", { name: "A\u0000da" }, "INVALID_INPUT"],
    ["half a surrogate pair in the password", { password: "good\ud800password" }, "INVALID_INPUT"],
    ["a blank name", { name: "   " }, "INVALID_INPUT"],
    ["a name of 201 characters", { name: "a".repeat(201) }, "INVALID_INPUT"],
    ["a password that is a number", { password: 12345678 }, "INVALID_INPUT"],
    ["an e-mail that is a list", { email: ["a@example.com"] }, "INVALID_INPUT"],
  ] as const) {
    const answer = await signUp(shop, changes);
    expect(answer, name).toMatchObject({ status: 400, body: { success: false, code } });
    expect(Object.keys(answer.body.fields), name).toHaveLength(1);
  }
});

test("an address may sign up 20 times an hour", async () => {
  const shop = await openTestShop({ env: { RATE_LIMIT_FACTOR: "1" } });
  for (let n = 0; n < 20; n += 1) {
    expect((await signUp(shop, { email: `p${n}@example.com`, password: "short" })).status).toBe(400);
  }
  const refused = await signUp(shop);
  expect(refused).toMatchObject({ status: 429, body: { code: "TOO_MANY_REQUESTS" } });
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
});
