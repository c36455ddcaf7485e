import { and, eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { passkeys, sessions, verifications } from "#server/db/tables/sessions.ts";
import { users } from "#server/db/tables/users.ts";
import { createAdmin } from "#server/features/accounts/first-admin.ts";
import { softwareAuthenticator } from "../helpers/authenticator.ts";
import { cookieOf, openTestShop, type Person, type TestShop } from "../helpers/test-shop.ts";
import { isSignedIn, mailsTo, newSession, resetToken, signInAs } from "./helpers.ts";
import { addPasskey, askToMake, askToUse, send, signInByPasskey } from "./passkeys.ts";

const listOf = async (shop: TestShop, as: Person) =>
  (await shop.send({ url: "/api/auth/passkey/list-user-passkeys", as })).body.data;

const proveBy = (shop: TestShop, response: unknown, cookie: string) =>
  shop.send({ method: "POST", url: "/api/auth/step-up", body: { passkey: response }, headers: { cookie } });

const unprove = (shop: TestShop, { id }: Person) =>
  shop.platform.db
    .update(sessions)
    .set({ provenAt: sql`now() - interval '20 minutes'` })
    .where(eq(sessions.userId, id));

/** What stands for a change that takes a recent proof. */
const change = async (shop: TestShop, as: Person) =>
  (await shop.send({ method: "POST", url: "/api/auth/passkey/generate-register-options", as })).status;

describe("a passkey", () => {
  it("signs its person in without a password, is told by mail and listed with its last use", async () => {
    const shop = await openTestShop();
    const person = await shop.signUp();
    const authenticator = await addPasskey(shop, person, "Ada's phone");
    expect(await listOf(shop, person)).toMatchObject([{ name: "Ada's phone", lastUsedAt: null }]);
    const [mail] = await mailsTo(shop, person.email);
    expect(mail?.text).toContain("the passkey 'Ada's phone' was added");
    const answer = await signInByPasskey(shop, authenticator);
    expect([answer.status, answer.body.user?.id]).toEqual([200, person.id]);
    const as = { ...person, cookie: cookieOf(answer) };
    expect(await isSignedIn(shop, as)).toBe(true);
    expect((await listOf(shop, as))[0].lastUsedAt).toEqual(expect.any(String));
  });

  it("asks the device for who holds it, in the question and in the answer", async () => {
    const shop = await openTestShop();
    const person = await shop.signUp();
    const making = await askToMake(shop, person);
    expect(making.options).toMatchObject({
      rp: { id: "localhost" },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    const unasked = softwareAuthenticator().make(making.options, { asksWho: false });
    const refused = await send(shop, "verify-registration", { name: "A", response: unasked }, making.cookie);
    expect([refused.status, refused.body.code]).toEqual([401, "INVALID_PASSKEY"]);
    const authenticator = await addPasskey(shop, person);
    const asked = await askToUse(shop);
    expect(asked.options).toMatchObject({ rpId: "localhost", userVerification: "required" });
    const answer = await signInByPasskey(shop, authenticator, { asked, manner: { asksWho: false } });
    expect([answer.status, answer.body.code]).toEqual([401, "INVALID_PASSKEY"]);
    expect(String(answer.headers["set-cookie"])).not.toContain("session_token");
  });

  it("is refused from another site's page and from a copy, whose count goes back", async () => {
    const shop = await openTestShop();
    const authenticator = await addPasskey(shop, await shop.signUp());
    for (let times = 0; times < 2; times++)
      expect((await signInByPasskey(shop, authenticator)).status).toBe(200);
    for (const manner of [{ origin: "http://localhost.example.com" }, { counter: 1 }]) {
      const refused = await signInByPasskey(shop, authenticator, { manner });
      expect([manner, refused.status, refused.body.code]).toEqual([manner, 401, "INVALID_PASSKEY"]);
      expect((await signInByPasskey(shop, authenticator)).status).toBe(200);
    }
  });

  it("answers each challenge once, of eight at once as well, in the browser that asked and for five minutes", async () => {
    const shop = await openTestShop();
    const authenticator = await addPasskey(shop, await shop.signUp());
    const { options, cookie } = await askToUse(shop);
    const response = authenticator.use(options);
    const answerIt = (where?: string) => send(shop, "verify-authentication", { response }, where);
    const other = await askToUse(shop);
    for (const stranger of [undefined, other.cookie]) expect((await answerIt(stranger)).status).toBe(401);
    const answers = await Promise.all(Array.from({ length: 8 }, () => answerIt(cookie)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(401)]);
    expect((await answerIt(cookie)).body.code).toBe("CODE_EXPIRED");
    const late = await askToUse(shop);
    await shop.platform.db.update(verifications).set({ expiresAt: sql`now() - interval '1 second'` });
    const expired = await signInByPasskey(shop, authenticator, { asked: late });
    expect([expired.status, expired.body.code]).toEqual([401, "CODE_EXPIRED"]);
  });

  it("that nobody has, or with another's signature, signs nobody in", async () => {
    const shop = await openTestShop();
    const owner = await addPasskey(shop, await shop.signUp());
    expect((await signInByPasskey(shop, softwareAuthenticator())).body.code).toBe("INVALID_PASSKEY");
    const forged = softwareAuthenticator(Buffer.from(owner.id, "base64url"));
    const refused = await signInByPasskey(shop, forged);
    expect([refused.status, refused.body.code]).toEqual([401, "INVALID_PASSKEY"]);
  });

  it("is added by whoever has proven who sits there, to their own account alone, and belongs to one", async () => {
    const shop = await openTestShop();
    const [person, other] = [await shop.signUp(), await shop.signUp()];
    const { options, cookie } = await askToMake(shop, person);
    const authenticator = softwareAuthenticator();
    const body = { name: "A phone", response: authenticator.make(options) };
    const challengeOnly = cookie.split("; ").filter((each) => each.includes("passkey"));
    const crossed = [...challengeOnly, other.cookie].join("; ");
    expect((await send(shop, "verify-registration", body, crossed)).body.code).toBe("INVALID_PASSKEY");
    expect((await send(shop, "verify-registration", body, cookie)).body.code).toBe("CODE_EXPIRED");
    const next = await askToMake(shop, person);
    const right = { name: "A phone", response: authenticator.make(next.options) };
    expect((await send(shop, "verify-registration", right, next.cookie)).status).toBe(200);
    const taken = await askToMake(shop, other);
    const again = { name: "A phone", response: authenticator.make(taken.options) };
    expect((await send(shop, "verify-registration", again, taken.cookie)).body.code).toBe("INVALID_PASSKEY");
    await unprove(shop, person);
    for (const name of ["generate-register-options", "verify-registration", "delete-passkey"])
      expect((await send(shop, name, {}, person.cookie)).body.code).toBe("PROOF_REQUIRED");
  });

  it("is one of ten at most, also where several are made at once", async () => {
    const shop = await openTestShop();
    const person = await shop.signUp();
    for (let at = 0; at < 8; at++) await addPasskey(shop, person, `Device ${at}`);
    const asked = [];
    for (let at = 0; at < 5; at++) asked.push(await askToMake(shop, person));
    const made = await Promise.all(
      asked.map(({ options, cookie }) => {
        const body = { name: "At once", response: softwareAuthenticator().make(options) };
        return send(shop, "verify-registration", body, cookie);
      }),
    );
    expect(made.every(({ status }) => status === 200 || status === 409)).toBe(true);
    while ((await listOf(shop, person)).length < 10) await addPasskey(shop, person);
    expect(await listOf(shop, person)).toHaveLength(10);
    const refused = await send(shop, "generate-register-options", undefined, person.cookie);
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining("10 passkeys")]);
  });

  it("is renamed and removed by its owner alone, who is told", async () => {
    const shop = await openTestShop();
    const [person, other] = [await shop.signUp(), await shop.signUp()];
    const authenticator = await addPasskey(shop, person);
    const [{ _id: id }] = await listOf(shop, person);
    for (const [name, body] of [
      ["update-passkey", { id, name: "Mine" }],
      ["delete-passkey", { id }],
    ] as const)
      expect((await send(shop, name, body, other.cookie)).status).toBe(404);
    expect((await send(shop, "update-passkey", { id, name: " Old phone " }, person.cookie)).status).toBe(200);
    expect((await listOf(shop, person))[0].name).toBe("Old phone");
    expect((await send(shop, "delete-passkey", { id }, person.cookie)).status).toBe(200);
    expect((await mailsTo(shop, person.email))[0]?.text).toContain("'Old phone' was removed");
    expect((await signInByPasskey(shop, authenticator)).body.code).toBe("INVALID_PASSKEY");
  });

  it("of a disabled account signs nobody in", async () => {
    const shop = await openTestShop();
    const person = await shop.signUp();
    const authenticator = await addPasskey(shop, person);
    await shop.platform.db.update(users).set({ disabledAt: sql`now()` }).where(eq(users.id, person.id));
    expect((await signInByPasskey(shop, authenticator)).body.code).toBe("USER_DISABLED");
  });

  it("goes with the account, and is in the export by its name and days", async () => {
    const shop = await openTestShop();
    const person = await shop.signUp();
    await addPasskey(shop, person, "Ada's phone");
    const [row] = await shop.platform.db.select().from(passkeys).where(eq(passkeys.userId, person.id));
    const exported = await shop.send({ url: "/api/account/export", as: person });
    expect(exported.body.passkeys).toMatchObject([{ name: "Ada's phone", lastUsedAt: null }]);
    for (const secret of [row!.publicKey, row!.credentialId]) expect(exported.text).not.toContain(secret);
    const body = { password: person.password };
    await shop.send({ method: "POST", url: "/api/account/delete", body, as: person });
    expect(await shop.platform.db.$count(passkeys, eq(passkeys.userId, person.id))).toBe(0);
  });

  it("that somebody added to another's address ends when its owner resets the password; the staff's stays", async () => {
    const shop = await openTestShop();
    for (const role of ["member", "moderator"] as const) {
      const person = await shop.signUp({ role, password: "a password of staff" });
      await addPasskey(shop, person);
      await shop.send({
        method: "POST",
        url: "/api/auth/request-password-reset",
        body: { email: person.email },
      });
      const token = await resetToken(shop, person.email);
      const body = { token, newPassword: "another password of staff" };
      expect((await shop.send({ method: "POST", url: "/api/auth/reset-password", body })).status).toBe(200);
      const left = await shop.platform.db.$count(passkeys, eq(passkeys.userId, person.id));
      expect([role, left]).toEqual([role, role === "member" ? 0 : 1]);
    }
  });
});

describe("a proof by a passkey", () => {
  it("counts for the session that asked, once", async () => {
    const shop = await openTestShop();
    const person = await shop.signUp();
    const authenticator = await addPasskey(shop, person);
    const elsewhere = await newSession(shop, person);
    await unprove(shop, person);
    const { options, cookie } = await askToUse(shop, person);
    expect(options.allowCredentials).toMatchObject([{ id: authenticator.id }]);
    const response = authenticator.use(options);
    expect((await proveBy(shop, response, elsewhere.cookie)).body.code).toBe("CODE_EXPIRED");
    expect((await proveBy(shop, response, cookie)).body).toEqual({ status: true });
    expect([await change(shop, person), await change(shop, elsewhere)]).toEqual([200, 403]);
    expect((await proveBy(shop, response, cookie)).body.code).toBe("CODE_EXPIRED");
    const own = and(eq(sessions.userId, person.id));
    expect(await shop.platform.db.$count(sessions, own)).toBe(2);
  });

  it("of another person, of another session or made for a sign-in opens nothing", async () => {
    const shop = await openTestShop();
    const [person, other] = [await shop.signUp(), await shop.signUp()];
    const [own, others] = [await addPasskey(shop, person), await addPasskey(shop, other)];
    await unprove(shop, person);
    const mine = await askToUse(shop, person);
    const stranger = await proveBy(shop, others.use(mine.options), mine.cookie);
    expect([stranger.status, stranger.body.code]).toEqual([401, "INVALID_PASSKEY"]);
    const theirs = await askToUse(shop, other);
    const challengeOnly = theirs.cookie.split("; ").filter((each) => each.includes("passkey"));
    const crossed = [...challengeOnly, person.cookie].join("; ");
    expect((await proveBy(shop, own.use(theirs.options), crossed)).body.code).toBe("CODE_EXPIRED");
    const signIn = await askToUse(shop);
    const answer = await proveBy(shop, own.use(signIn.options), `${signIn.cookie}; ${person.cookie}`);
    expect(answer.body.code).toBe("CODE_EXPIRED");
    expect(await change(shop, person)).toBe(403);
  });
});

describe("a passkey of the staff", () => {
  async function openStrictShop() {
    const shop = await openTestShop();
    const admin = await shop.signUp({ role: "Admin" });
    const url = "/api/shop-settings";
    const { data } = (await shop.send({ url, as: admin })).body;
    const body = { ...data, staffFactorRequired: true };
    expect((await shop.send({ method: "PUT", url, body, as: admin })).status).toBe(200);
    const opens = async (as: Person) => (await shop.send({ url: "/api/audit-log", as })).status === 200;
    return { shop, admin, opens };
  }

  it("is a second factor where the shop asks for one, in the sessions that have seen it", async () => {
    const { shop, admin, opens } = await openStrictShop();
    expect(await opens(admin)).toBe(false);
    const authenticator = await addPasskey(shop, admin);
    expect(await opens(admin)).toBe(true);
    const byPassword = await newSession(shop, admin);
    expect(await opens(byPassword)).toBe(false);
    const { options, cookie } = await askToUse(shop, byPassword);
    expect((await proveBy(shop, authenticator.use(options), cookie)).status).toBe(200);
    expect(await opens(byPassword)).toBe(true);
    const byPasskey = { ...admin, cookie: cookieOf(await signInByPasskey(shop, authenticator)) };
    expect(await opens(byPasskey)).toBe(true);
    const [{ _id: id }] = await listOf(shop, byPasskey);
    expect((await send(shop, "delete-passkey", { id }, byPasskey.cookie)).status).toBe(200);
    expect(await opens(byPasskey)).toBe(false);
  });

  it("can't be replaced by whoever knows the password alone", async () => {
    const { shop, admin, opens } = await openStrictShop();
    await addPasskey(shop, admin);
    const thief = await newSession(shop, admin);
    const [{ _id: id }] = await listOf(shop, thief);
    for (const [name, body] of [
      ["generate-register-options", undefined],
      ["delete-passkey", { id }],
    ] as const)
      expect((await send(shop, name, body, thief.cookie)).body.code).toBe("FACTOR_REQUIRED");
    const url = "/api/auth/two-factor/enable";
    const body = { password: admin.password };
    const totp = await shop.send({ method: "POST", url, body, as: thief });
    expect(totp.body.code).toBe("FACTOR_REQUIRED");
    expect(await opens(thief)).toBe(false);
  });

  it("that was lost is taken off by whoever has the shop's shell", async () => {
    const { shop, admin, opens } = await openStrictShop();
    await addPasskey(shop, admin);
    await createAdmin(shop.platform, admin.email);
    expect((await signInAs(shop, admin.email, admin.password)).status).toBe(200);
    const next = await newSession(shop, admin);
    await addPasskey(shop, next, "New phone");
    expect(await opens(next)).toBe(true);
  });
});
