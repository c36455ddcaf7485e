import { eq } from "drizzle-orm";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { twoFactors } from "#server/db/tables/sessions.ts";
import { createAdmin } from "#server/features/accounts/first-admin.ts";
import { type Answer, cookieOf, openTestShop, type Person, type TestShop } from "../helpers/test-shop.ts";
import { base32, codeOf } from "../helpers/totp.ts";
import { isSignedIn, mailsTo, newSession, protect, signInAs } from "./helpers.ts";

const call = (shop: TestShop, path: string, body: unknown, cookie?: string) =>
  shop.send({
    method: "POST",
    url: `/api/auth/${path}`,
    body,
    ...(cookie === undefined ? {} : { headers: { cookie } }),
  });

/** Cookies of an answer, as a browser would send them next; one that was taken back is gone. */
function cookiesOf({ headers }: Answer): string {
  const set = [headers["set-cookie"] ?? []].flat().map(String);
  return set
    .filter((each) => !/Max-Age=0/i.test(each))
    .map((each) => each.split(";")[0])
    .join("; ");
}

async function startSignIn(shop: TestShop, person: Person): Promise<string> {
  const answer = await signInAs(shop, person.email, person.password);
  expect([answer.status, answer.body]).toEqual([200, { twoFactorRedirect: true }]);
  return cookiesOf(answer);
}

describe("an authenticator", () => {
  it("counts once a first code was right, and the person is told by mail", async () => {
    const shop = await openTestShop();
    const person = await shop.signUp();
    const begun = await call(shop, "two-factor/enable", { password: person.password }, person.cookie);
    expect(begun.body.totpURI).toMatch(/^otpauth:\/\/totp\//);
    expect(begun.body.backupCodes).toHaveLength(10);
    expect((await signInAs(shop, person.email, person.password)).body).toHaveProperty("user");
    const wrong = await call(shop, "two-factor/verify-totp", { code: "000000" }, person.cookie);
    expect([wrong.status, wrong.body.code]).toEqual([401, "INVALID_CODE"]);
    expect(wrong.body.fields).toHaveProperty("code");
    const done = await call(
      shop,
      "two-factor/verify-totp",
      { code: codeOf(begun.body.totpURI) },
      person.cookie,
    );
    expect(done.status).toBe(200);
    const as = { ...person, cookie: cookieOf(done) };
    const factors = await shop.send({ url: "/api/auth/factors", as });
    expect(factors.body.data).toEqual({ totp: true, backupCodesLeft: 10, passkeys: 0 });
    const [mail] = await mailsTo(shop, person.email);
    expect(mail?.text).toContain("a second factor was set up");
    const again = await call(shop, "two-factor/enable", { password: person.password }, as.cookie);
    expect([again.status, again.body.message]).toEqual([409, "It is set up already."]);
  });

  it("that is not there is said to be so to whoever asks for new backup codes", async () => {
    const shop = await openTestShop();
    const person = await shop.signUp();
    const path = "two-factor/generate-backup-codes";
    const { status, body } = await call(shop, path, { password: person.password }, person.cookie);
    expect([status, body.message]).toEqual([409, "This account has no second factor."]);
  });

  it("is set up by whoever knows the password alone", async () => {
    const shop = await openTestShop({ env: { RATE_LIMIT_FACTOR: "1" } });
    const person = await shop.signUp();
    const begin = (password: string, cookie?: string) =>
      call(shop, "two-factor/enable", { password }, cookie);
    const wrong = await begin("not the password", person.cookie);
    expect([wrong.status, wrong.body.code]).toEqual([401, "INVALID_PASSWORD"]);
    expect(wrong.body.fields).toHaveProperty("password");
    expect((await begin(person.password)).status).toBe(401);
    for (let tries = 1; tries < 10; tries++) await begin("not the password", person.cookie);
    expect((await begin(person.password, person.cookie)).status).toBe(429);
  });

  it("stands between the password and the session, and lets nobody in without its code", async () => {
    const shop = await openTestShop();
    const { person, uri } = await protect(shop, await shop.signUp());
    const started = await signInAs(shop, person.email, person.password);
    const cookie = cookiesOf(started);
    expect(cookie).not.toContain("session_token");
    expect(await isSignedIn(shop, { ...person, cookie })).toBe(false);
    const wrong = await call(shop, "two-factor/verify-totp", { code: "000000" }, cookie);
    expect([wrong.status, wrong.body.code]).toEqual([401, "INVALID_CODE"]);
    const without = await call(shop, "two-factor/verify-totp", { code: codeOf(uri, 1) });
    expect([without.status, without.body.code]).toEqual([401, "CODE_EXPIRED"]);
    const right = await call(shop, "two-factor/verify-totp", { code: codeOf(uri, 1) }, cookie);
    expect(right.status).toBe(200);
    expect(await isSignedIn(shop, { ...person, cookie: cookieOf(right) })).toBe(true);
    const late = await call(shop, "two-factor/verify-totp", { code: codeOf(uri, 1) }, cookie);
    expect(late.status).toBe(401);
  });

  it("takes each code once, also where it was seen by somebody who knows the password", async () => {
    const shop = await openTestShop();
    const { person, uri } = await protect(shop, await shop.signUp());
    const code = codeOf(uri, 1);
    const cookies = await Promise.all([startSignIn(shop, person), startSignIn(shop, person)]);
    const answers = await Promise.all(
      cookies.map((cookie) => call(shop, "two-factor/verify-totp", { code }, cookie)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    const refused = answers.find(({ status }) => status === 401)!;
    expect(refused.body.code).toBe("INVALID_CODE");
    expect(refused.headers["set-cookie"]).toBeUndefined();
  });

  it("is guessed at five times in one sign-in, also twenty at once, and ten times in a row", async () => {
    const shop = await openTestShop();
    const { person, uri } = await protect(shop, await shop.signUp());
    const cookie = await startSignIn(shop, person);
    const guesses = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        call(shop, "two-factor/verify-totp", { code: String(100_000 + at) }, cookie),
      ),
    );
    expect(guesses.every(({ status }) => status === 401)).toBe(true);
    // A guess that comes while another one is looked at is refused unseen, and leaves the sign-in its number of guesses.
    const seen = guesses.filter(({ body }) => body.code === "INVALID_CODE").length;
    expect(seen).toBeGreaterThan(0);
    expect(seen).toBeLessThanOrEqual(5);
    for (let tries = seen; tries < 5; tries++) {
      const wrong = await call(shop, "two-factor/verify-totp", { code: "000000" }, cookie);
      expect([wrong.status, wrong.body.code]).toEqual([401, "INVALID_CODE"]);
    }
    expect((await call(shop, "two-factor/verify-totp", { code: codeOf(uri, 1) }, cookie)).status).toBe(401);
    for (let signIns = 0; signIns < 2; signIns++) {
      const next = await startSignIn(shop, person);
      for (let tries = 0; tries < 5; tries++)
        await call(shop, "two-factor/verify-totp", { code: "000000" }, next);
    }
    const last = await startSignIn(shop, person);
    const locked = await call(shop, "two-factor/verify-totp", { code: codeOf(uri, 1) }, last);
    expect([locked.status, locked.body.code]).toEqual([429, "TOO_MANY_REQUESTS"]);
  });

  it("takes the code of the step before and after this one, for clocks that differ, and no other", async () => {
    const shop = await openTestShop();
    const { person, uri } = await protect(shop, await shop.signUp());
    for (const [steps, status] of [
      [-3, 401],
      [3, 401],
      [1, 200],
    ] as const) {
      const cookie = await startSignIn(shop, person);
      const answer = await call(shop, "two-factor/verify-totp", { code: codeOf(uri, steps) }, cookie);
      expect([steps, answer.status]).toEqual([steps, status]);
    }
  });

  it("takes no code twice where the clock was set back, and locks nobody out where it was wrong for a while", async () => {
    const shop = await openTestShop();
    const now = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now });
    onTestFinished(() => void vi.useRealTimers());
    // By this code it was set up.
    const { person, uri } = await protect(shop, await shop.signUp());
    const used = codeOf(uri);
    const at = async (seconds: number, code?: string) => {
      vi.setSystemTime(now + seconds * 1000);
      const cookie = await startSignIn(shop, person);
      const given = code ?? codeOf(uri);
      return (await call(shop, "two-factor/verify-totp", { code: given }, cookie)).status;
    };
    expect([await at(-30, used), await at(-30)]).toEqual([401, 200]);
    expect([await at(3600, used), await at(3600)]).toEqual([401, 200]);
    // A code that comes 10 s before its time.
    const next = codeOf(uri, 1 - 120);
    expect(await at((Math.ceil(now / 30_000 + 1e-9) * 30_000 - now) / 1000 - 10, next)).toBe(200);
    expect(await at(31, next)).toBe(401);
  });

  it("proves in a session who sits there, by a code that was not used yet", async () => {
    const shop = await openTestShop();
    const { person, uri } = await protect(shop, await shop.signUp());
    const code = codeOf(uri, 1);
    expect((await call(shop, "step-up", { code: "000000" }, person.cookie)).body.code).toBe("INVALID_CODE");
    expect((await call(shop, "step-up", { code }, person.cookie)).status).toBe(200);
    expect((await call(shop, "step-up", { code }, person.cookie)).body.code).toBe("INVALID_CODE");
    const both = { code, password: person.password };
    expect((await call(shop, "step-up", both, person.cookie)).status).toBe(400);
    const other = await shop.signUp();
    expect((await call(shop, "step-up", { code }, other.cookie)).status).toBe(409);
  });

  it("is turned off by the password, after which that signs in alone again, and the person is told", async () => {
    const shop = await openTestShop();
    const { person } = await protect(shop, await shop.signUp());
    const wrong = await call(shop, "two-factor/disable", { password: "no" }, person.cookie);
    expect(wrong.body.code).toBe("INVALID_PASSWORD");
    const off = await call(shop, "two-factor/disable", { password: person.password }, person.cookie);
    expect(off.status).toBe(200);
    const [mail] = await mailsTo(shop, person.email);
    expect(mail?.text).toContain("was turned off");
    const session = await newSession(shop, person);
    const again = await call(shop, "two-factor/disable", { password: person.password }, session.cookie);
    expect(again.status).toBe(409);
  });

  it("and its secret are in no answer, and sealed in the database", async () => {
    const shop = await openTestShop();
    const { person, uri, backupCodes } = await protect(shop, await shop.signUp());
    const secret = new URL(uri).searchParams.get("secret")!;
    const [row] = await shop.platform.db.select().from(twoFactors).where(eq(twoFactors.userId, person.id));
    for (const each of [secret, Buffer.from(base32(secret)).toString(), ...backupCodes])
      expect(JSON.stringify(row)).not.toContain(each);
    const data = await shop.send({ url: "/api/account/export", as: person });
    expect(data.text).not.toContain(row!.secret);
  });

  it("outlives a change of APP_SECRET, after which the old one is no longer needed", async () => {
    const shop = await openTestShop();
    const { person, backupCodes } = await protect(shop, await shop.signUp());
    const database = shop.connectionString;
    const APP_SECRET = "the next secret of the tests, which is long enough";
    const APP_SECRET_PREVIOUS = shop.platform.appSecret;
    const sealed = async () =>
      (await shop.platform.db.select().from(twoFactors).where(eq(twoFactors.userId, person.id)))[0]!;
    const before = await sealed();
    const between = await openTestShop({ database, env: { APP_SECRET, APP_SECRET_PREVIOUS } });
    await between.started;
    const after = await sealed();
    expect([after.secret, after.backupCodes]).not.toEqual([before.secret, before.backupCodes]);
    const next = await openTestShop({ database, env: { APP_SECRET } });
    await next.started;
    expect(await sealed()).toEqual(after);
    const cookie = await startSignIn(next, person);
    const code = backupCodes[0];
    expect((await call(next, "two-factor/verify-backup-code", { code }, cookie)).status).toBe(200);
  });

  it("that was lost is taken off by whoever has the shop's shell", async () => {
    const shop = await openTestShop();
    const { person } = await protect(shop, await shop.signUp());
    await createAdmin(shop.platform, person.email);
    expect((await signInAs(shop, person.email, person.password)).body).toHaveProperty("user");
  });
});

describe("a backup code", () => {
  it("signs in once, of eight at once as well, and new ones end it", async () => {
    const shop = await openTestShop();
    const { person, backupCodes } = await protect(shop, await shop.signUp());
    const code = backupCodes[0]!;
    const cookies = [];
    for (let at = 0; at < 8; at++) cookies.push(await startSignIn(shop, person));
    const answers = await Promise.all(
      cookies.map((cookie) => call(shop, "two-factor/verify-backup-code", { code }, cookie)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => ![200, 401, 409].includes(status))).toEqual([]);
    const as = { ...person, cookie: cookieOf(answers.find(({ status }) => status === 200)!) };
    const factors = await shop.send({ url: "/api/auth/factors", as });
    expect(factors.body.data.backupCodesLeft).toBe(9);
    const made = await call(
      shop,
      "two-factor/generate-backup-codes",
      { password: person.password },
      as.cookie,
    );
    expect(made.body.backupCodes).toHaveLength(10);
    const old = await call(
      shop,
      "two-factor/verify-backup-code",
      { code: backupCodes[1] },
      await startSignIn(shop, person),
    );
    expect([old.status, old.body.code]).toEqual([401, "INVALID_CODE"]);
  });
});
