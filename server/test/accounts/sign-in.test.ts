import { createHook } from "node:async_hooks";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { rateLimits } from "#server/db/tables/rate-limits.ts";
import { sessions } from "#server/db/tables/sessions.ts";
import { settings } from "#server/db/tables/settings.ts";
import { users } from "#server/db/tables/users.ts";
import { cookieOf, openTestShop, type TestShop } from "../helpers/test-shop.ts";
import { isSignedIn, newSession, resetToken, signInAs } from "./helpers.ts";

const strict = { env: { RATE_LIMIT_FACTOR: "1" } };

async function tellOneText(shop: TestShop): Promise<void> {
  const data = { oneSignInText: true };
  await shop.platform.db
    .insert(settings)
    .values({ name: "shop", data })
    .onConflictDoUpdate({ target: settings.name, set: { data } });
  await shop.platform.db.transaction((tx) => shop.platform.events.publish(tx, "shop-settings"));
  await expect
    .poll(async () => (await signInAs(shop, "no@example.com", "xxxxxxx1")).body.code)
    .toBe("INVALID_EMAIL_OR_PASSWORD");
}

/** How many passwords are hashed while something is done. */
async function hashesOf(work: () => Promise<unknown>): Promise<number> {
  let hashes = 0;
  const hook = createHook({
    init(_, type) {
      if (type === "ARGON2REQUEST") hashes += 1;
    },
  });
  hook.enable();
  await work().finally(() => hook.disable());
  return hashes;
}

test("an unknown e-mail, a wrong password and a malformed e-mail have their own codes and texts; case and blanks around it do not matter", async () => {
  const shop = await openTestShop();
  const person = await shop.signUp({ email: "Grace.Hopper@Example.com" });
  expect(await signInAs(shop, "nobody@example.com", "a good password")).toMatchObject({
    status: 401,
    body: { code: "USER_NOT_FOUND", message: "No account found with this email address." },
  });
  expect(await signInAs(shop, person.email, "another password")).toMatchObject({
    status: 401,
    body: { code: "INVALID_PASSWORD", message: "Incorrect password. Please try again." },
  });
  expect(await signInAs(shop, "not an address", "a good password")).toMatchObject({
    status: 400,
    body: { code: "INVALID_EMAIL", message: "Invalid email address format." },
  });
  expect(await signInAs(shop, "  grace.hopper@example.COM ", person.password)).toMatchObject({ status: 200 });
});

test("a setting makes one text of an unknown e-mail and a wrong password; its time tells neither the staff nor who has an account", async () => {
  const shop = await openTestShop();
  await tellOneText(shop);
  const [member, admin] = [await shop.signUp(), await shop.signUp({ role: "Admin" })];
  const { requestId: _, ...unknown } = (await signInAs(shop, "no@example.com", "xxxxxxx1")).body;
  const { requestId: __, ...wrong } = (await signInAs(shop, member.email, "xxxxxxx1")).body;
  expect(wrong).toEqual(unknown);
  const hashes = [];
  for (const email of ["nobody@example.com", member.email, admin.email])
    for (const password of ["wrong one", "twelve letters"])
      hashes.push(await hashesOf(() => signInAs(shop, email, password)));
  expect(hashes, "one a try, whoever it is for").toEqual([1, 1, 1, 1, 1, 1]);
});

test("the session cookie is for the server alone, and secure where the shop is", async () => {
  const shop = await openTestShop();
  const plain = await signInAs(shop, (await shop.signUp()).email, "a good password");
  const cookie = [plain.headers["set-cookie"]].flat().find((text) => String(text).includes("session_token"));
  expect(cookie).toMatch(/HttpOnly/i);
  expect(cookie).toMatch(/SameSite=Lax/i);
  expect(cookie).toMatch(/Path=\//i);
  expect(cookie).not.toMatch(/Secure/i);
  const secure = await openTestShop({ env: { APP_URL: "https://shop.example" } });
  const over = await signInAs(secure, (await secure.signUp()).email, "a good password");
  expect(String(over.headers["set-cookie"])).toMatch(/^__Secure-thumbsmith.*Secure/i);
});

test("signing in gives a new session and ends the one that the browser had, whose token is worth nothing without the shop's signature", async () => {
  const shop = await openTestShop();
  const person = await shop.signUp();
  const [row] = await shop.platform.db.select().from(sessions).where(eq(sessions.userId, person.id));
  const forged = { ...person, cookie: `thumbsmith.session_token=${row!.token}` };
  expect([await isSignedIn(shop, person), await isSignedIn(shop, forged)]).toEqual([true, false]);
  const again = await shop.send({
    method: "POST",
    url: "/api/auth/sign-in/email",
    body: { email: person.email, password: person.password },
    as: person,
  });
  const next = { ...person, cookie: cookieOf(again) };
  expect(next.cookie).not.toBe(person.cookie);
  expect(await isSignedIn(shop, person)).toBe(false);
  expect(await isSignedIn(shop, next)).toBe(true);
});

test("the eleventh try for an account is refused, also with the right password and of many at once, and lapses by itself", async () => {
  const shop = await openTestShop(strict);
  const person = await shop.signUp();
  const other = await shop.signUp();
  for (let n = 0; n < 10; n += 1) {
    expect((await signInAs(shop, person.email, "wrong password")).body.code).toBe("INVALID_PASSWORD");
  }
  const refused = await signInAs(shop, person.email, person.password);
  expect(refused).toMatchObject({
    status: 429,
    body: { code: "TOO_MANY_REQUESTS", message: "Too many failed login attempts. Please try again later." },
  });
  expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(900);
  expect((await signInAs(shop, other.email, other.password)).status).toBe(200);
  await shop.platform.db.update(rateLimits).set({ expire: Date.now() - 1000 });
  expect((await signInAs(shop, person.email, person.password)).status).toBe(200);

  const answers = await Promise.all(
    Array.from({ length: 25 }, () => signInAs(shop, other.email, "wrong password")),
  );
  expect(answers.filter(({ body }) => body.code === "INVALID_PASSWORD")).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
});

test("an address has fifty wrong tries over all accounts, and right ones do not count", async () => {
  const shop = await openTestShop(strict);
  const person = await shop.signUp();
  for (let n = 0; n < 3; n += 1) await newSession(shop, person);
  for (let n = 0; n < 50; n += 1) {
    expect((await signInAs(shop, `nobody${n}@example.com`, "wrong password")).status).toBe(401);
  }
  expect((await signInAs(shop, person.email, person.password)).status).toBe(429);
});

/** A sign-in from another address, with the cookies of a browser where there are any. */
function signInFrom(shop: TestShop, address: string, email: string, password: string, cookie = "") {
  const headers = { "x-forwarded-for": address, ...(cookie ? { cookie } : {}) };
  return shop.send({ method: "POST", url: "/api/auth/sign-in/email", body: { email, password }, headers });
}

const behindProxy = { env: { ...strict.env, TRUST_PROXY: "loopback" } };

test("a browser that has signed in before is let through, whatever others guess at its address or everywhere", async () => {
  const shop = await openTestShop(behindProxy);
  const person = await shop.signUp();
  for (let n = 0; n < 11; n += 1) await signInFrom(shop, "203.0.113.1", person.email, "wrong password");
  for (let n = 0; n < 45; n += 1)
    await signInFrom(shop, "203.0.113.1", `nobody${n}@example.com`, "wrong password");
  const stranger = await signInFrom(shop, "203.0.113.1", "another@example.com", "wrong password");
  expect(stranger.status).toBe(429);
  for (let n = 2; n < 12; n += 1)
    await Promise.all(
      Array.from({ length: 10 }, () => signInFrom(shop, `203.0.113.${n}`, person.email, "wrong password")),
    );
  const anew = await signInFrom(shop, "198.51.100.1", person.email, person.password);
  expect([anew.status, Number(anew.headers["retry-after"]) <= 3600]).toEqual([429, true]);
  const known = await signInFrom(shop, "203.0.113.1", person.email, person.password, person.cookie);
  expect(known.status).toBe(200);
});

test("guesses over many addresses are a hundred an hour together, and a new password by mail lifts every lock", async () => {
  const shop = await openTestShop(behindProxy);
  const person = await shop.signUp();
  const answers = await Promise.all(
    Array.from({ length: 120 }, (_, n) =>
      signInFrom(shop, `203.0.113.${n % 15}`, person.email, "wrong password"),
    ),
  );
  expect(answers.filter(({ body }) => body.code === "INVALID_PASSWORD")).toHaveLength(100);
  expect((await signInFrom(shop, "198.51.100.1", person.email, person.password)).status).toBe(429);
  await shop.send({
    method: "POST",
    url: "/api/auth/request-password-reset",
    body: { email: person.email },
  });
  const token = await resetToken(shop, person.email);
  const reset = await shop.send({
    method: "POST",
    url: "/api/auth/reset-password",
    body: { token, newPassword: "a new password" },
  });
  expect(reset.status).toBe(200);
  expect((await signInFrom(shop, "198.51.100.1", person.email, "a new password")).status).toBe(200);
});

test("a known browser has ten guesses too, also many at once, and its cookie is worth nothing elsewhere", async () => {
  const shop = await openTestShop(behindProxy);
  const [person, other] = [await shop.signUp(), await shop.signUp()];
  const device = (cookie: string) =>
    cookie
      .split("; ")
      .filter((each) => each.includes("device"))
      .join();
  expect(device(person.cookie)).not.toBe("");
  const from = "203.0.113.1";
  for (let n = 0; n < 10; n += 1) await signInFrom(shop, from, person.email, "wrong password");
  const guesses = await Promise.all(
    Array.from({ length: 25 }, () =>
      signInFrom(shop, from, person.email, "wrong password", device(person.cookie)),
    ),
  );
  expect(guesses.filter(({ body }) => body.code === "INVALID_PASSWORD")).toHaveLength(10);
  const forged = [
    device(other.cookie),
    device(other.cookie).replace(/^[^=]+/, device(person.cookie).split("=")[0]!),
    device(person.cookie).replace(/.$/, (last) => (last === "A" ? "B" : "A")),
    device(person.cookie).replace(/=[^.]+/, "=another-device"),
  ];
  for (const cookie of forged)
    expect((await signInFrom(shop, from, person.email, person.password, cookie)).status).toBe(429);
  // It lets nobody in, and ends with the password.
  expect(await isSignedIn(shop, { ...person, cookie: device(person.cookie) })).toBe(false);
  const changed = { currentPassword: person.password, newPassword: "a new password" };
  const change = { method: "POST", url: "/api/auth/change-password", body: changed, as: person };
  expect((await shop.send(change)).status).toBe(200);
  const old = await signInFrom(shop, from, person.email, "a new password", device(person.cookie));
  expect(old.status).toBe(429);
});

test("what is guessed elsewhere keeps the owner out nowhere, not even in a new browser, and tries that are refused already use up nothing that others share", async () => {
  const shop = await openTestShop(behindProxy);
  const [person, other] = [await shop.signUp(), await shop.signUp()];
  for (let n = 0; n < 60; n += 1) await signInFrom(shop, "203.0.113.1", person.email, "wrong password");
  expect((await signInFrom(shop, "203.0.113.1", person.email, person.password)).status).toBe(429);
  expect((await signInFrom(shop, "203.0.113.1", other.email, other.password)).status).toBe(200);
  expect((await signInFrom(shop, "203.0.113.2", person.email, person.password)).status).toBe(200);
});

test("a disabled account is told so after the right password only, and its sessions are over", async () => {
  const shop = await openTestShop();
  const person = await shop.signUp();
  await shop.platform.db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, person.id));
  expect(await isSignedIn(shop, person)).toBe(false);
  expect((await shop.send({ url: "/users", as: person })).status).toBe(401);
  expect((await shop.send({ url: "/api/auth/get-session", as: person })).body).toBeNull();
  expect((await signInAs(shop, person.email, "wrong password")).body.code).toBe("INVALID_PASSWORD");
  expect(await signInAs(shop, person.email, person.password)).toMatchObject({
    status: 403,
    body: { code: "USER_DISABLED", message: "This account has been disabled." },
  });
});

test("what the library offers beside the shop's calls is not there", async () => {
  const shop = await openTestShop();
  const person = await shop.signUp();
  for (const path of [
    "update-user",
    "delete-user",
    "change-email",
    "link-social",
    "unlink-account",
    "set-password",
    "verify-password",
    "send-verification-email",
    "verify-email",
    "refresh-token",
    "get-access-token",
    "update-session",
    "ok",
    "error",
    "list-accounts",
    "account-info",
    "forget-password",
    "reset-password/abc",
    "sign-in/username",
  ]) {
    for (const method of ["GET", "POST"]) {
      const answer = await shop.send({
        method,
        url: `/api/auth/${path}`,
        body: method === "POST" ? {} : undefined,
        as: person,
      });
      expect([path, answer.status, answer.body.code]).toEqual([path, 404, "NOT_FOUND"]);
    }
  }
  const wrong = await shop.send({ url: "/api/auth/sign-in/email" });
  expect(wrong.status).toBe(405);
  expect(wrong.headers.allow).toBe("POST");
});

test("another service's sign-in is there where it is configured, and leads back to this site alone", async () => {
  const without = await openTestShop();
  const body = { provider: "google", callbackURL: "https://evil.example" };
  const send = { method: "POST", url: "/api/auth/sign-in/social", body };
  expect((await without.send(send)).status).toBe(404);
  expect((await without.send({ url: "/api/viewer" })).body.data.shop.federated).toEqual([]);
  const shop = await openTestShop({
    env: { GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret", APP_URL: "https://shop.example" },
  });
  expect((await shop.send({ url: "/api/viewer" })).body.data.shop.federated).toEqual(["google"]);
  const answer = await shop.send(send);
  expect(answer.status).toBe(200);
  const url = new URL(answer.body.url);
  expect(url.hostname).toBe("accounts.google.com");
  expect(url.searchParams.get("redirect_uri")).toBe("https://shop.example/api/auth/callback/google");
  const failed = await shop.send({ url: "/api/auth/callback/google?error=access_denied&state=x" });
  expect(failed.status).toBe(302);
  expect(failed.headers.location).toMatch(/^\/signed-in\?error=/);
  expect((await shop.send({ url: "/api/auth/callback/github?code=1&state=x" })).status).toBe(404);
});
