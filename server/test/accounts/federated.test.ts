import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { federatedNames } from "#contract/accounts.ts";
import { identities } from "#server/db/tables/sessions.ts";
import { users } from "#server/db/tables/users.ts";
import { cookieOf, type TestShop } from "../helpers/test-shop.ts";
import { codeOf } from "../helpers/totp.ts";
import { changeTerms, isSignedIn, newSession, protect, resetToken, signInAs } from "./helpers.ts";
import { comeBack, consentAt, openFederatedShop, signInBy, startAt } from "./identity.ts";

const viewerOf = async (shop: TestShop, cookie: string) =>
  (await shop.send({ url: "/api/viewer", headers: { cookie } })).body.data.user;

test.each(federatedNames)(
  "%s signs a person in, the second time to the same account, and what would let someone in there is not kept",
  async (provider) => {
    const { shop } = await openFederatedShop();
    const first = await signInBy(shop, provider);
    expect(first.end).toBe("/signed-in");
    const viewer = await viewerOf(shop, first.cookie);
    expect(viewer).toMatchObject({
      userName: "Ada Lovelace",
      userEmail: "ada@example.com",
      userRole: "member",
    });
    const again = await signInBy(shop, provider, { name: "Another Name" });
    expect(await viewerOf(shop, again.cookie)).toEqual(viewer);
    const rows = await shop.platform.db.select().from(identities).where(eq(identities.providerId, provider));
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      accessToken: null,
      refreshToken: null,
      idToken: null,
      accessTokenExpiresAt: null,
      refreshTokenExpiresAt: null,
    });
    const other = await signInBy(shop, provider, { login: "bob", email: "bob@example.com" });
    expect((await viewerOf(shop, other.cookie))._id).not.toBe(viewer._id);
  },
);

test("whoever gets an account by another service accepts the terms that its button offered", async () => {
  const { shop } = await openFederatedShop();
  const shown = (await shop.send({ url: "/api/pages/terms" })).body.data.version;
  const press = (termsAccepted: number) =>
    shop.send({
      method: "POST",
      url: "/api/auth/sign-in/social",
      body: { provider: "google", termsAccepted },
    });
  const pressed = await press(shown);
  const back = await consentAt(pressed.body.url, {});
  const standing = await changeTerms(shop);
  expect((await comeBack(shop, back, cookieOf(pressed))).headers.location).toBe("/signed-in");
  const [ada] = await shop.platform.db.select().from(users).where(eq(users.email, "ada@example.com"));
  expect(ada).toMatchObject({ termsVersion: shown, termsAcceptedAt: expect.any(Date) });
  const expected = { status: 409, body: { code: "STALE_VERSION", data: { version: standing } } };
  expect(await press(shown)).toMatchObject(expected);
  expect((await press(standing)).status).toBe(200);
});

test("who says no at a service, or has no e-mail there that a mail could reach, gets no account", async () => {
  const { shop } = await openFederatedShop();
  const before = await shop.platform.db.$count(users);
  for (const provider of federatedNames) {
    const { end, cookie } = await signInBy(shop, provider, { deny: true });
    expect(end, provider).toMatch(/^\/signed-in\?error=access_denied/);
    expect(await viewerOf(shop, cookie), provider).toBeNull();
    const nameless = await signInBy(shop, provider, { email: "" });
    expect(nameless.end, provider).toBe("/signed-in?error=email_not_found");
    expect(await shop.platform.db.$count(users), provider).toBe(before);
  }
});

test("no service opens an account that has the same e-mail and a password", async () => {
  const { shop } = await openFederatedShop();
  const person = await shop.signUp({ email: "ada@example.com" });
  for (const provider of federatedNames) {
    const { end, cookie } = await signInBy(shop, provider);
    expect(end, provider).toBe("/signed-in?error=account_not_linked");
    expect(await viewerOf(shop, cookie), provider).toBeNull();
  }
  expect(await isSignedIn(shop, person)).toBe(true);
});

test("a callback that is used twice, by another browser or with another state signs nobody in", async () => {
  const { shop } = await openFederatedShop();
  const { url, cookie } = await startAt(shop, "google");
  const back = await consentAt(url, {});
  const other = await startAt(shop, "google");
  for (const stranger of ["", other.cookie]) {
    const answer = await comeBack(shop, back, stranger);
    expect(answer.headers.location).toMatch(/^\/signed-in\?error=(state_mismatch|failed)$/);
  }
  const forged = back.replace(/state=[^&]+/, "state=made-up");
  expect((await comeBack(shop, forged, cookie)).headers.location).toBe("/signed-in?error=failed");
  expect((await comeBack(shop, back, cookie)).headers.location).toBe("/signed-in");
  expect((await comeBack(shop, back, cookie)).headers.location).toBe("/signed-in?error=failed");
});

test("a code of another sign-in does not fit (PKCE)", async () => {
  const { shop } = await openFederatedShop();
  for (const provider of ["google", "github", "twitter"] as const) {
    const attacker = await startAt(shop, provider);
    const stolen = new URL(await consentAt(attacker.url, { login: "eve", email: "eve@example.com" }));
    const { url, cookie } = await startAt(shop, provider);
    const back = new URL(await consentAt(url, {}));
    back.searchParams.set("code", stolen.searchParams.get("code")!);
    const { location } = (await comeBack(shop, back.href, cookie)).headers;
    expect(location, provider).toBe("/signed-in?error=invalid_code");
  }
});

test("a code that is too old signs nobody in", async () => {
  const { shop, identity } = await openFederatedShop();
  const { url, cookie } = await startAt(shop, "twitter");
  const back = await consentAt(url, {});
  identity.pass(31);
  expect((await comeBack(shop, back, cookie)).headers.location).toBe("/signed-in?error=invalid_code");
});

test("a service that fails in any way ends the popup in time, and the next try works", async () => {
  const { shop, identity } = await openFederatedShop();
  for (const provider of federatedNames) {
    const person = { login: provider, email: `ada.${provider}@example.com` };
    for (const fault of ["500", "html", "truncated-json", "reset"] as const) {
      for (const part of ["token", "profile"] as const) {
        // Google's id_token says it all: its profile addresses are never asked.
        if (provider === "google" && part === "profile") continue;
        identity.faults[part] = fault;
        const { end } = await signInBy(shop, provider, person);
        const failed = expect.stringMatching(/^\/signed-in\?error=\w+$/);
        expect([provider, fault, part, end]).toEqual([provider, fault, part, failed]);
        identity.faults[part] = undefined;
      }
    }
    expect((await signInBy(shop, provider, person)).end, provider).toBe("/signed-in");
  }
});

test("a service that hangs is given up", async () => {
  const { shop, identity } = await openFederatedShop({ identityTimeoutMs: 2_000 });
  identity.faults.token = "hang";
  expect((await signInBy(shop, "google")).end).toBe("/signed-in?error=invalid_code");
  Object.assign(identity.faults, { token: undefined, profile: "hang" });
  expect((await signInBy(shop, "facebook")).end).toBe("/signed-in?error=failed");
});

test("a disabled account is told so and gets no session; a deleted one's e-mail begins anew", async () => {
  const { shop } = await openFederatedShop();
  const { cookie } = await signInBy(shop, "github");
  const { _id } = await viewerOf(shop, cookie);
  const { db } = shop.platform;
  await db.update(users).set({ disabledAt: sql`now()` }).where(eq(users.id, _id));
  const disabled = await signInBy(shop, "github");
  expect(disabled.end).toMatch(/^\/signed-in\?error=USER_DISABLED/);
  expect(await viewerOf(shop, disabled.cookie)).toBeNull();
  await db.update(users).set({ disabledAt: null }).where(eq(users.id, _id));
  const admin = await shop.signUp({ role: "Admin" });
  expect((await shop.send({ method: "DELETE", url: `/api/users/${_id}`, as: admin })).status).toBe(200);
  const anew = await signInBy(shop, "github");
  expect(anew.end).toBe("/signed-in");
  expect((await viewerOf(shop, anew.cookie))._id).not.toBe(_id);
});

test("signing in by another service ends the session that the browser had", async () => {
  const { shop } = await openFederatedShop();
  const person = await shop.signUp();
  const { url, cookie } = await startAt(shop, "google");
  const back = await consentAt(url, {});
  expect((await comeBack(shop, back, `${cookie}; ${person.cookie}`)).headers.location).toBe("/signed-in");
  expect(await isSignedIn(shop, person)).toBe(false);
});

test("an account made by a service with another's unproven e-mail is the e-mail's owner's alone once they reset its password", async () => {
  const { shop } = await openFederatedShop();
  const attacker = await signInBy(shop, "github", {
    login: "eve",
    email: "ada@example.com",
    verified: false,
  });
  expect(attacker.end).toBe("/signed-in");
  const ask = { method: "POST", url: "/api/auth/request-password-reset", body: { email: "ada@example.com" } };
  expect((await shop.send(ask)).status).toBe(200);
  const token = await resetToken(shop, "ada@example.com");
  const reset = {
    method: "POST",
    url: "/api/auth/reset-password",
    body: { token, newPassword: "a new password" },
  };
  expect((await shop.send(reset)).status).toBe(200);
  expect(await viewerOf(shop, attacker.cookie)).toBeNull();
  const again = await signInBy(shop, "github", { login: "eve", email: "ada@example.com", verified: false });
  expect(again.end).toBe("/signed-in?error=account_not_linked");
  expect((await signInAs(shop, "ada@example.com", "a new password")).status).toBe(200);
});

/** By the mail's link. */
async function setPassword(shop: TestShop, email: string, newPassword: string): Promise<void> {
  await shop.send({ method: "POST", url: "/api/auth/request-password-reset", body: { email } });
  const body = { token: await resetToken(shop, email), newPassword };
  expect((await shop.send({ method: "POST", url: "/api/auth/reset-password", body })).status).toBe(200);
}

test("a proven e-mail keeps its service beside the new password", async () => {
  const { shop } = await openFederatedShop();
  await signInBy(shop, "google");
  await setPassword(shop, "ada@example.com", "a new password");
  expect((await signInAs(shop, "ada@example.com", "a new password")).status).toBe(200);
  expect((await signInBy(shop, "google")).end).toBe("/signed-in");
});

test("whoever has a second factor is asked for its code after another service as well", async () => {
  const { shop } = await openFederatedShop();
  const first = await signInBy(shop, "google");
  const { _id: id, userEmail } = await viewerOf(shop, first.cookie);
  const password = "a password of their own";
  await setPassword(shop, userEmail, password);
  const person = { id, email: userEmail, name: "Ada", password, cookie: "" };
  const { uri, backupCodes } = await protect(shop, await newSession(shop, person));
  const half = await signInBy(shop, "google");
  expect(half.end).toBe("/signed-in?step=code");
  expect(await viewerOf(shop, half.cookie)).toBeNull();
  const verify = (code: string, cookie: string, path = "verify-totp") =>
    shop.send({ method: "POST", url: `/api/auth/two-factor/${path}`, body: { code }, headers: { cookie } });
  expect((await verify("000000", half.cookie)).body.code).toBe("INVALID_CODE");
  const code = codeOf(uri, 1);
  const whole = await verify(code, half.cookie);
  expect([whole.status, (await viewerOf(shop, cookieOf(whole)))._id]).toEqual([200, id]);
  const again = await signInBy(shop, "google");
  expect((await verify(code, again.cookie)).body.code).toBe("INVALID_CODE");
  const third = await signInBy(shop, "google");
  const backup = await verify(backupCodes[0]!, third.cookie, "verify-backup-code");
  expect(backup.status).toBe(200);
});
