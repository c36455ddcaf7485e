import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { eq, sql } from "drizzle-orm";
import { describe, expect, it, test } from "vitest";
import { idleHeader } from "#contract/call.ts";
import { aliveEvent } from "#contract/event-streams.ts";
import { readConfig } from "#server/config.ts";
import { newId } from "#server/db/ids.ts";
import { sessions } from "#server/db/tables/sessions.ts";
import { users } from "#server/db/tables/users.ts";
import { openTestShop, type Person, sendOrThrow, type TestShop } from "../helpers/test-shop.ts";
import { newSession, resetToken, signInAs, userRow } from "./helpers.ts";

const ago = (interval: string) => sql`now() - ${interval}::interval`;
const age = (
  shop: TestShop,
  { id }: Person,
  values: Partial<Record<"createdAt" | "lastUsedAt" | "provenAt", string>>,
) =>
  shop.platform.db
    .update(sessions)
    .set(Object.fromEntries(Object.entries(values).map(([name, interval]) => [name, ago(interval)])))
    .where(eq(sessions.userId, id));

async function idleSeconds({ platform: { db } }: TestShop, { id }: Person): Promise<number> {
  const idle = sql<number>`extract(epoch from now() - ${sessions.lastUsedAt})::float8`;
  const [row] = await db.select({ idle }).from(sessions).where(eq(sessions.userId, id));
  return row!.idle;
}

/** The shop asks its staff for a second factor. */
async function askForFactor(shop: TestShop, admin: Person): Promise<void> {
  const url = "/api/shop-settings";
  const { body: now } = await shop.send({ url, as: admin });
  const body = { ...now.data, staffFactorRequired: true, version: now.data.version };
  expect((await shop.send({ method: "PUT", url, body, as: admin })).status).toBe(200);
}

/** Written down a second time on purpose: what can cost money or let someone in. */
const guarded = [
  "DELETE /api/gemini-keys/{id}",
  "DELETE /api/users/{id}",
  "PATCH /api/gemini-keys/{id}/toggle",
  "POST /add-item",
  "POST /add-package",
  "POST /api/auth/passkey/delete-passkey",
  "POST /api/auth/passkey/generate-register-options",
  "POST /api/auth/passkey/verify-registration",
  "POST /api/coupons",
  "POST /api/gemini-keys",
  "POST /api/keys",
  "POST /api/orders/{id}/refund",
  "POST /api/paypal-settings/reset",
  "POST /api/paypal-settings/webhook",
  "POST /api/users/{id}/remove-factors",
  "POST /package/{id}/restore",
  "PUT /api/coupons/{id}",
  "PUT /api/gemini-keys/{id}",
  "PUT /api/paypal-settings",
  "PUT /api/shop-settings",
  "PUT /api/users/{id}",
  "PUT /edit-item/{id}",
  "PUT /edit-package/{id}",
];

describe("a session of the staff", () => {
  it("ends twelve hours after the sign-in and after an hour of doing nothing, and goes on while it is used", async () => {
    const shop = await openTestShop();
    const member = await shop.signUp();
    const asked = async (person: Person) => (await shop.send({ url: "/users", as: person })).status;
    for (const role of ["Admin", "moderator", "Seller"] as const) {
      const staff = await shop.signUp({ role });
      for (const person of [staff, member]) await age(shop, person, { createdAt: "11 hours 59 minutes" });
      expect([await asked(staff), await asked(member)], role).toEqual([200, 200]);
      for (const person of [staff, member]) await age(shop, person, { createdAt: "12 hours 1 minute" });
      expect([await asked(staff), await asked(member)], role).toEqual([401, 200]);
    }
    const idle = await shop.signUp({ role: "Admin" });
    for (const person of [idle, member]) await age(shop, person, { lastUsedAt: "59 minutes" });
    expect([await asked(idle), await asked(member)]).toEqual([200, 200]);
    expect(await idleSeconds(shop, idle)).toBeLessThan(60);
    for (const person of [idle, member]) await age(shop, person, { lastUsedAt: "61 minutes" });
    expect([await asked(idle), await asked(member)]).toEqual([401, 200]);
  });

  it("is no more among those that its person sees once it has ended; a member's is until then", async () => {
    const shop = await openTestShop();
    const [staff, member] = [await shop.signUp({ role: "Admin" }), await shop.signUp()];
    const seenAfter = async (person: Person, values: Parameters<typeof age>[2]) => {
      await age(shop, person, values);
      const as = await newSession(shop, person);
      return (await shop.send({ url: "/api/auth/list-sessions", as })).body.length;
    };
    for (const [values, membersOwn] of [
      [{ createdAt: "12 hours 1 minute" }, 2],
      [{ lastUsedAt: "61 minutes" }, 3],
    ] as const)
      expect([await seenAfter(staff, values), await seenAfter(member, values)]).toEqual([1, membersOwn]);
  });

  it("is not kept by a screen that asks by itself, nor by a stream that is open", async () => {
    const shop = await openTestShop({ config: { patience: { ...readConfig({}).patience, streamMs: 20 } } });
    const staff = await shop.signUp({ role: "moderator" });
    const address = await shop.listen();
    await age(shop, staff, { lastUsedAt: "59 minutes" });
    const headers = { cookie: staff.cookie };
    const stream = await fetch(`${address}/api/support/events`, { headers });
    expect(stream.status).toBe(200);
    const polled = await shop.send({ url: "/api/viewer", headers: { ...headers, [idleHeader]: "1" } });
    expect(polled.body.data.user._id).toBe(staff.id);
    // Each comes with a look at the session.
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    for (let kept = 0; kept < 4; )
      kept += (await reader.read()).value!.split(`event: ${aliveEvent}\n`).length - 1;
    expect(await idleSeconds(shop, staff)).toBeGreaterThan(58 * 60);
    await age(shop, staff, { lastUsedAt: "61 minutes" });
    while (!(await reader.read()).done);
    expect((await shop.send({ url: "/users", as: staff })).status).toBe(401);
  });

  it("is one of the staff's from the moment of the role on, also where it began before", async () => {
    const shop = await openTestShop();
    const person = await shop.signUp();
    await age(shop, person, { createdAt: "13 hours" });
    expect((await shop.send({ url: "/users", as: person })).status).toBe(200);
    await shop.platform.db.update(users).set({ role: "moderator" }).where(eq(users.id, person.id));
    expect((await shop.send({ url: "/users", as: person })).status).toBe(401);
  });
});

describe("what can cost money or let someone in", () => {
  it("is exactly what was decided, asks an admin for the password again after 15 minutes, whatever is sent along, and changes nothing", async () => {
    const shop = await openTestShop();
    const calls = shop.calls.filter(({ proof }) => proof === "recent");
    expect(calls.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(guarded);
    const [admin, member] = [await shop.signUp({ role: "Admin" }), await shop.signUp()];
    await age(shop, admin, { provenAt: "15 minutes 1 second" });
    for (const each of guarded) {
      const [method, path] = each.split(" ") as ["POST", string];
      const url = path.replace("{id}", member.id);
      const refused = await shop.send({ method, url, body: {}, as: admin });
      expect([each, refused.status, refused.body.code]).toEqual([each, 403, "PROOF_REQUIRED"]);
      if (/^\/api\/(auth\/|keys$)/.test(path)) continue;
      const others = await shop.send({ method, url, body: {}, as: member });
      expect([each, others.status, others.body.code]).toEqual([each, 403, "FORBIDDEN"]);
    }
    expect((await shop.send({ url: "/users", as: member })).status).toBe(200);
  });

  it("goes on once the password was given, in that session alone, for 15 minutes", async () => {
    const shop = await openTestShop();
    const [admin, member] = [await shop.signUp({ role: "Admin" }), await shop.signUp()];
    const elsewhere = await newSession(shop, admin);
    await age(shop, admin, { provenAt: "20 minutes" });
    const change = async (as: Person) =>
      (await shop.send({ method: "PUT", url: `/api/users/${member.id}`, body: {}, as })).status;
    expect([await change(admin), await change(elsewhere)]).toEqual([403, 403]);
    const body = { password: admin.password };
    const proven = await shop.send({ method: "POST", url: "/api/auth/step-up", body, as: admin });
    expect([proven.status, proven.body]).toEqual([200, { status: true }]);
    expect([await change(admin), await change(elsewhere)]).toEqual([200, 403]);
    await age(shop, admin, { provenAt: "16 minutes" });
    expect(await change(admin)).toBe(403);
  });

  it("takes ten wrong passwords, then none for a while, and another person's proof opens nothing", async () => {
    const shop = await openTestShop({ env: { RATE_LIMIT_FACTOR: "1" } });
    const admin = await shop.signUp({ role: "Admin" });
    await age(shop, admin, { provenAt: "1 hour" });
    const prove = (password: string, as?: Person) =>
      shop.send({ method: "POST", url: "/api/auth/step-up", body: { password }, ...(as ? { as } : {}) });
    const first = await prove("not the password", admin);
    expect([first.status, first.body.code]).toEqual([401, "INVALID_PASSWORD"]);
    expect(first.body.fields).toEqual({ password: first.body.message });
    for (let tries = 1; tries < 10; tries++) await prove("not the password", admin);
    expect((await prove(admin.password, admin)).status).toBe(429);
    expect((await prove(admin.password)).status).toBe(401);
    const member = await shop.signUp();
    expect((await prove(member.password, member)).status).toBe(200);
    const still = await shop.send({ method: "POST", url: "/api/gemini-keys", body: {}, as: admin });
    expect(still.body.code).toBe("PROOF_REQUIRED");
  });
});

/** The status of a call of the staff's with something done between the two parts of its body. */
async function heldBack(
  shop: TestShop,
  as: Person,
  { method, url }: { method: string; url: string },
  body: readonly [string, string],
  meanwhile: () => PromiseLike<unknown>,
): Promise<number> {
  await age(shop, as, { lastUsedAt: "30 minutes" });
  const headers = { cookie: as.cookie, "content-type": "application/json" };
  const call = request(url, { method, headers });
  const answered = once(call, "response");
  call.write(body[0]);
  // Until then nobody has looked at the session.
  await expect.poll(() => idleSeconds(shop, as)).toBeLessThan(60);
  await meanwhile();
  call.end(body[1]);
  const [answer] = (await answered) as [IncomingMessage];
  answer.resume();
  return answer.statusCode!;
}

const endSessions = ({ platform: { db } }: TestShop, { id }: Person) =>
  db.delete(sessions).where(eq(sessions.userId, id));
const takeRole = ({ platform: { db } }: TestShop, { id }: Person) =>
  db.update(users).set({ role: "member" }).where(eq(users.id, id));

test("a call whose body is held back until the session has ended or lost its role changes nothing", async () => {
  const shop = await openTestShop();
  const address = await shop.listen();
  const member = await shop.signUp();
  const call = { method: "PUT", url: `${address}/api/users/${member.id}` };
  for (const [status, change] of [
    [401, endSessions],
    [403, takeRole],
  ] as const) {
    const admin = await shop.signUp({ role: "Admin" });
    const body = ['{"userRole":', '"Admin"}'] as const;
    expect(await heldBack(shop, admin, call, body, () => change(shop, admin))).toBe(status);
    expect((await userRow(shop, member.id)).role).toBe("member");
  }
});

test("a ticket is answered or changed by nobody whose session has ended or lost its role while the body was held back", async () => {
  const shop = await openTestShop();
  const address = await shop.listen();
  const member = await shop.signUp();
  const opened = await sendOrThrow(shop, {
    method: "POST",
    url: "/new-support-message",
    body: { subject: "Help", message: "It broke this morning." },
    as: member,
  });
  const id: string = opened.data._id;
  const reply = { method: "POST", url: `${address}/api/support/tickets/${id}/replies` };
  const change = { method: "PUT", url: `${address}/support-message-status/${id}` };
  const statuses = [];
  for (const lose of [endSessions, takeRole])
    for (const [call, body] of [
      [reply, ['{"message":"Mine still","sender":"admin",', `"key":"${newId()}"}`]],
      [change, ['{"ticketStatus":', '"resolved"}']],
    ] as const) {
      const staff = await shop.signUp({ role: "moderator" });
      statuses.push(await heldBack(shop, staff, call, body, () => lose(shop, staff)));
    }
  expect(statuses).toEqual([401, 401, 404, 404]);
  const ticket = await sendOrThrow(shop, { url: `/support-message/${id}`, as: member });
  expect(ticket).toMatchObject({ ticketStatus: "open", adminMessage: [] });
});

describe("a password of the staff", () => {
  it("has at least twelve characters, at a change, by a reset link and at the sign-in of who joined with less; a member's may be shorter", async () => {
    const shop = await openTestShop();
    const member = await shop.signUp({ password: "q8zk2m" });
    expect((await shop.send({ url: "/users", as: member })).status).toBe(200);
    const person = await shop.signUp({ password: "eleven char" });
    await shop.platform.db.update(users).set({ role: "moderator" }).where(eq(users.id, person.id));
    const change = { currentPassword: person.password, newPassword: "eleven more" };
    const url = "/api/auth/change-password";
    const changed = await shop.send({ method: "POST", url, body: change, as: person });
    expect([changed.status, changed.body.code]).toEqual([400, "STAFF_PASSWORD_TOO_SHORT"]);
    expect(changed.body.fields).toHaveProperty("newPassword");
    const right = await signInAs(shop, person.email, person.password);
    expect([right.status, right.body.code]).toEqual([400, "STAFF_PASSWORD_TOO_SHORT"]);
    expect(right.body.message).toContain("Forgot Password");
    expect(right.headers["set-cookie"]).toBeUndefined();
    expect(await shop.platform.db.$count(sessions, eq(sessions.userId, person.id)), "its own alone").toBe(1);
    expect((await signInAs(shop, person.email, "another one")).status).toBe(401);
    const body = { email: person.email };
    await shop.send({ method: "POST", url: "/api/auth/request-password-reset", body });
    const token = await resetToken(shop, person.email);
    const reset = (newPassword: string) =>
      shop.send({ method: "POST", url: "/api/auth/reset-password", body: { token, newPassword } });
    expect((await reset("eleven more")).body.code).toBe("STAFF_PASSWORD_TOO_SHORT");
    expect((await reset("twelve of them")).status).toBe(200);
    expect((await signInAs(shop, person.email, "twelve of them")).status).toBe(200);
  });

  it("has at least twelve characters also while they owe a second factor", async () => {
    const shop = await openTestShop();
    const person = await shop.signUp({ role: "moderator", password: "a password of staff" });
    await askForFactor(shop, await shop.signUp({ role: "Admin" }));
    const viewer = await shop.send({ url: "/api/viewer", as: person });
    expect(viewer.body.data.user).toMatchObject({ userRole: "member", owesFactor: true, isStaff: true });
    const url = "/api/auth/change-password";
    const change = (newPassword: string) =>
      shop.send({ method: "POST", url, body: { currentPassword: person.password, newPassword }, as: person });
    expect((await change("eleven more")).body.code).toBe("STAFF_PASSWORD_TOO_SHORT");
    expect((await change("twelve of them")).status).toBe(200);
    expect((await signInAs(shop, person.email, "twelve of them")).status).toBe(200);
  });
});

describe("a second factor that the shop asks of its staff", () => {
  it("opens the back office to whoever has one alone, and leaves everything else as it is", async () => {
    const shop = await openTestShop();
    const [admin, moderator, member] = [
      await shop.signUp({ role: "Admin" }),
      await shop.signUp({ role: "moderator" }),
      await shop.signUp(),
    ];
    const asked = async (url: string, as: Person) => {
      const { status, body } = await shop.send({ url, as });
      return status === 200 ? 200 : body.code;
    };
    await askForFactor(shop, admin);
    expect(await asked("/api/audit-log", admin)).toBe("FACTOR_REQUIRED");
    expect(await asked("/api/support/canned-replies", moderator)).toBe("FACTOR_REQUIRED");
    expect(await asked("/api/audit-log", member)).toBe("FORBIDDEN");
    const people = await shop.send({ url: "/users", as: admin });
    expect(people.body.map(({ _id }: { _id: string }) => _id)).toEqual([admin.id]);
    const owes = async (as: Person) =>
      (await shop.send({ url: "/api/viewer", as })).body.data.user.owesFactor;
    expect([await owes(admin), await owes(moderator), await owes(member)]).toEqual([true, true, false]);
    for (const { access, method, path } of shop.calls) {
      if (access !== "admin" && access !== "support") continue;
      const called = path.replaceAll(/\{\w+\}/g, member.id);
      const input = method === "GET" ? {} : { body: {} };
      const refused = await shop.send({ method, url: called, ...input, as: admin });
      expect([method, path, refused.status, refused.body.code]).toEqual([
        method,
        path,
        403,
        "FACTOR_REQUIRED",
      ]);
    }
    await shop.platform.db.update(users).set({ twoFactorEnabled: true }).where(eq(users.id, admin.id));
    expect([await asked("/api/audit-log", admin), await owes(admin)]).toEqual([200, false]);
  });
});
