import { eq, sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { verifications } from "#server/db/tables/sessions.ts";
import { cookieOf, openTestShop, type Person, type TestShop } from "../helpers/test-shop.ts";
import { isSignedIn, mailsTo, newSession, resetToken, signInAs } from "./helpers.ts";

function requestReset(shop: TestShop, email: unknown) {
  return shop.send({ method: "POST", url: "/api/auth/request-password-reset", body: { email } });
}

function reset(shop: TestShop, token: string, newPassword: string) {
  return shop.send({ method: "POST", url: "/api/auth/reset-password", body: { token, newPassword } });
}

/** What the screen of the mail's link asks first. */
async function codeOfLink(shop: TestShop, token: string): Promise<unknown> {
  const { status, body } = await shop.send({ url: `/api/auth/reset-password?token=${token}` });
  return status === 200 ? null : [status, body.code];
}

function change(shop: TestShop, person: Person, currentPassword: string, newPassword: string) {
  return shop.send({
    method: "POST",
    url: "/api/auth/change-password",
    body: { currentPassword, newPassword },
    as: person,
  });
}

const templatesTo = async (shop: TestShop, email: string) =>
  (await mailsTo(shop, email)).map(({ templateName }) => templateName);

test("a reset link works once, ends every session and every other link, and the person is told by mail", async () => {
  const shop = await openTestShop();
  const person = await shop.signUp();
  expect(await requestReset(shop, person.email)).toMatchObject({ status: 200, body: { status: true } });
  const older = await resetToken(shop, person.email);
  await requestReset(shop, person.email);
  const token = await resetToken(shop, person.email);
  expect(await reset(shop, token, "a new password")).toMatchObject({ status: 200 });
  expect(await isSignedIn(shop, person)).toBe(false);
  expect((await signInAs(shop, person.email, person.password)).body.code).toBe("INVALID_PASSWORD");
  expect((await signInAs(shop, person.email, "a new password")).status).toBe(200);
  for (const used of [token, older]) {
    expect(await reset(shop, used, "yet another one")).toMatchObject({
      status: 400,
      body: { code: "INVALID_TOKEN" },
    });
  }
  expect(await templatesTo(shop, person.email)).toContain("Password changed");
});

test("a reset link leads on to the page that the person was on the way to, of this shop alone", async () => {
  const shop = await openTestShop();
  for (const [from, behind] of [
    ["/buy/abc?coupon=x&y=1#top", "&from=%2Fbuy%2Fabc%3Fcoupon%3Dx%26y%3D1%23top"],
    ["https://elsewhere.example/", ""],
    ["//elsewhere.example/", ""],
    ["/\\elsewhere.example/", ""],
  ] as const) {
    const { email } = await shop.signUp();
    await shop.send({ method: "POST", url: "/api/auth/request-password-reset", body: { email, from } });
    const [mail] = await mailsTo(shop, email);
    const [, found] = /\/reset-password\?token=[\w-]+#(\S+)/.exec(mail?.text ?? "") ?? [];
    expect(found, from).toBe(`email=${encodeURIComponent(email)}${behind}`);
  }
});

test("a password that is refused leaves the reset link good, which of several uses at once sets one", async () => {
  const shop = await openTestShop();
  const person = await shop.signUp();
  await requestReset(shop, person.email);
  const token = await resetToken(shop, person.email);
  expect((await reset(shop, token, "short")).body.code).toBe("PASSWORD_TOO_SHORT");
  expect((await reset(shop, token, person.email)).body.code).toBe("PASSWORD_TOO_WEAK");
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, n) => reset(shop, token, `rival password ${n}`)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test("whether a reset link is good can be asked without using it up, and is told as it is set by", async () => {
  const shop = await openTestShop();
  const person = await shop.signUp();
  await requestReset(shop, person.email);
  const token = await resetToken(shop, person.email);
  for (const _ of [1, 2]) expect(await codeOfLink(shop, token)).toBeNull();
  expect((await reset(shop, token, "a new password")).status).toBe(200);
  const spent = [400, "INVALID_TOKEN"];
  expect(await codeOfLink(shop, token)).toEqual(spent);
  expect(await codeOfLink(shop, "")).toEqual(spent);
});

test("a reset link ends after an hour, and the database does not hold its token", async () => {
  const shop = await openTestShop();
  const person = await shop.signUp();
  await requestReset(shop, person.email);
  const token = await resetToken(shop, person.email);
  const [row] = await shop.platform.db.select().from(verifications).where(eq(verifications.value, person.id));
  expect(JSON.stringify(row)).not.toContain(token);
  const lives = row!.expiresAt.getTime() - Date.now();
  expect(lives).toBeGreaterThan(3_500_000);
  expect(lives).toBeLessThanOrEqual(3_600_000);
  await shop.platform.db.update(verifications).set({ expiresAt: new Date(Date.now() - 1000) });
  expect(await codeOfLink(shop, token)).toEqual([400, "INVALID_TOKEN"]);
  expect((await reset(shop, token, "a new password")).body.code).toBe("INVALID_TOKEN");
  expect((await signInAs(shop, person.email, person.password)).status).toBe(200);
});

test("a reset for an unknown, malformed or blank e-mail gives the documented texts and queues nothing", async () => {
  const shop = await openTestShop();
  expect(await requestReset(shop, "nobody@example.com")).toMatchObject({
    body: { code: "USER_NOT_FOUND", message: "No user found with this email address." },
  });
  expect(await requestReset(shop, "nobody")).toMatchObject({
    status: 400,
    body: { code: "INVALID_EMAIL", message: "Please enter a valid email address." },
  });
  expect(await requestReset(shop, "  ")).toMatchObject({
    status: 400,
    body: { message: "Please enter your email address" },
  });
  expect(await mailsTo(shop, "nobody@example.com")).toHaveLength(0);
});

test("a reset mail that can't be queued is told to the person and to the log", async () => {
  const shop = await openTestShop();
  const person = await shop.signUp();
  await shop.platform.db.execute(
    sql`alter table outbox add constraint no_mail check (template_name <> 'Reset password') not valid`,
  );
  const logged = vi.spyOn(shop.platform.log, "error");
  expect((await requestReset(shop, person.email)).status).toBe(500);
  const faults = logged.mock.calls.filter(([, text]) => text === "unexpected error");
  expect(faults).toHaveLength(1);
  expect((faults[0]![0] as { err: Error }).err.cause).toMatchObject({ constraint: "no_mail" });
  await shop.platform.db.execute(sql`alter table outbox drop constraint no_mail`);
  expect((await requestReset(shop, person.email)).status).toBe(200);
  expect(await templatesTo(shop, person.email)).toEqual(["Reset password"]);
});

test("an account gets five reset mails an hour, of which those that others ask for leave the person's own browser its five", async () => {
  const shop = await openTestShop({ env: { RATE_LIMIT_FACTOR: "1" } });
  const person = await shop.signUp();
  const own = () =>
    shop.send({
      method: "POST",
      url: "/api/auth/request-password-reset",
      body: { email: person.email },
      as: person,
    });
  for (let n = 0; n < 5; n += 1) expect((await requestReset(shop, person.email)).status).toBe(200);
  for (const email of [person.email, person.email.toUpperCase()])
    expect((await requestReset(shop, email)).status).toBe(429);
  expect(await mailsTo(shop, person.email)).toHaveLength(5);
  for (let n = 0; n < 5; n += 1) expect((await own()).status).toBe(200);
  expect((await own()).status).toBe(429);
  const again = await newSession(shop, person);
  const body = { email: person.email };
  const url = "/api/auth/request-password-reset";
  expect((await shop.send({ method: "POST", url, body, as: again })).status, "a sign-in brings none").toBe(
    429,
  );
});

test("changing the password ends every other session and keeps this one", async () => {
  const shop = await openTestShop();
  const person = await shop.signUp();
  const elsewhere = await newSession(shop, person);
  const answer = await change(shop, person, person.password, "a new password");
  expect(answer.status).toBe(200);
  expect(await isSignedIn(shop, elsewhere)).toBe(false);
  expect(await isSignedIn(shop, { ...person, cookie: cookieOf(answer) })).toBe(true);
  expect((await signInAs(shop, person.email, "a new password")).status).toBe(200);
  expect(await templatesTo(shop, person.email)).toContain("Password changed");
});

test("changing the password needs the present one, and ten guesses end a session's tries, not the sign-in", async () => {
  const shop = await openTestShop({ env: { RATE_LIMIT_FACTOR: "1" } });
  const person = await shop.signUp();
  for (let n = 0; n < 10; n += 1) {
    expect((await change(shop, person, "wrong password", "a new password")).body.code).toBe(
      "INVALID_PASSWORD",
    );
  }
  expect((await change(shop, person, person.password, "a new password")).status).toBe(429);
  expect((await signInAs(shop, person.email, person.password)).status).toBe(200);
});

test("the right password ends the count of a session's wrong ones, and is itself none too many", async () => {
  const shop = await openTestShop({ env: { RATE_LIMIT_FACTOR: "1" } });
  const person = await shop.signUp();
  const prove = async (password: string) =>
    (await shop.send({ method: "POST", url: "/api/auth/step-up", body: { password }, as: person })).status;
  for (let round = 0; round < 2; round += 1) {
    for (let n = 0; n < 9; n += 1) expect(await prove("wrong password")).toBe(401);
    expect(await prove(person.password)).toBe(200);
  }
  for (let n = 0; n < 11; n += 1) expect(await prove(person.password)).toBe(200);
});

test("a person sees the own sessions alone and may end one, the others, or all", async () => {
  const shop = await openTestShop();
  const person = await shop.signUp();
  const stranger = await shop.signUp();
  const second = await newSession(shop, person);
  const third = await newSession(shop, person);
  const post = (path: string, as: Person, body: object = {}) =>
    shop.send({ method: "POST", url: `/api/auth/${path}`, body, as });
  const listed = await shop.send({ url: "/api/auth/list-sessions", as: person });
  expect(listed.body).toHaveLength(3);
  const tokenOf = async (as: Person) =>
    (await shop.send({ url: "/api/auth/get-session", as })).body.session.token as string;
  await post("revoke-session", stranger, { token: await tokenOf(second) });
  expect(await isSignedIn(shop, second)).toBe(true);
  await post("revoke-session", person, { token: await tokenOf(second) });
  expect(await isSignedIn(shop, second)).toBe(false);
  await post("revoke-other-sessions", person);
  expect(await isSignedIn(shop, third)).toBe(false);
  expect(await isSignedIn(shop, person)).toBe(true);
  await post("revoke-sessions", person);
  expect(await isSignedIn(shop, person)).toBe(false);
  expect(await isSignedIn(shop, stranger)).toBe(true);
});
