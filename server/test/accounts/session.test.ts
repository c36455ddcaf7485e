import { eq, sql } from "drizzle-orm";
import pg from "pg";
import { expect, test, vi } from "vitest";
import { getViewer } from "#contract/accounts.ts";
import { listOrders } from "#contract/orders.ts";
import { sessions } from "#server/db/tables/sessions.ts";
import { inProcessClient } from "#server/platform/http/in-process-client.ts";
import { cookieOf, openTestShop } from "../helpers/test-shop.ts";
import { isSignedIn } from "./helpers.ts";
import { addPasskey, askToUse, signInByPasskey } from "./passkeys.ts";

test("a person who signs up is signed in, and signing out ends the session on the server", async () => {
  const shop = await openTestShop();
  const person = await shop.signUp({ name: "Ada" });
  const before = await shop.send({ url: "/api/viewer", as: person });
  expect(before.body.data.user).toMatchObject({
    _id: person.id,
    userName: "Ada",
    userRole: "member",
    currentBalance: 0,
  });
  const out = await shop.send({ method: "POST", url: "/api/auth/sign-out", body: {}, as: person });
  expect(out.status).toBe(200);
  const after = await shop.send({ url: "/api/viewer", as: person });
  expect(after.body.data.user).toBeNull();
});

test("signing up, or in by a passkey, ends the session that the browser had, whose cookie is gone", async () => {
  const shop = await openTestShop();
  const [ada, bob] = [await shop.signUp(), await shop.signUp()];
  const authenticator = await addPasskey(shop, ada);
  const byPasskey = await signInByPasskey(shop, authenticator, { asked: await askToUse(shop, ada) });
  const body = { name: "Eve", email: "eve@example.com", password: "a good password" };
  const signedUp = await shop.send({ method: "POST", url: "/api/auth/sign-up/email", body, as: bob });
  for (const [person, answer] of [
    [ada, byPasskey],
    [bob, signedUp],
  ] as const) {
    expect(answer.status).toBe(200);
    expect(await isSignedIn(shop, { ...person, cookie: cookieOf(answer) })).toBe(true);
    expect(await isSignedIn(shop, person)).toBe(false);
  }
});

test("whoever signs out or deletes the account has the browser forget the pictures that it keeps", async () => {
  const shop = await openTestShop();
  for (const [url, body] of [
    ["/api/auth/sign-out", {}],
    ["/api/account/delete", { password: "a good password" }],
  ] as const) {
    const person = await shop.signUp();
    const { status, headers } = await shop.send({ method: "POST", url, body, as: person });
    expect([status, headers["clear-site-data"]], url).toEqual([200, '"cache"']);
  }
});

test("a known path with another method answers 405 with Allow, an unknown path 404, both in JSON", async () => {
  const shop = await openTestShop();
  const wrong = await shop.send({ method: "DELETE", url: "/api/viewer" });
  expect(wrong.status).toBe(405);
  expect(wrong.headers.allow).toBe("GET, HEAD");
  const unknown = await shop.send({ url: "/nothing/here" });
  expect(unknown.status).toBe(404);
  expect(unknown.body).toMatchObject({ success: false, code: "NOT_FOUND", error: unknown.body.message });
});

test("a session ends 30 days after the sign-in however it is used, and is worth nothing then", async () => {
  const shop = await openTestShop();
  const user = await shop.signUp();
  const mine = eq(sessions.userId, user.id);
  const asked = async (interval: string) => {
    const expiresAt = sql`${sessions.createdAt} + interval '30 days'`;
    const createdAt = sql`now() - ${interval}::interval`;
    await shop.platform.db.update(sessions).set({ createdAt }).where(mine);
    await shop.platform.db.update(sessions).set({ expiresAt }).where(mine);
    const { status, headers } = await shop.send({ url: "/users", as: user });
    const session = await shop.send({ url: "/api/auth/get-session", as: user });
    expect([headers["set-cookie"], session.headers["set-cookie"]]).toEqual([undefined, undefined]);
    const [row] = await shop.platform.db
      .select({
        days: sql<number>`extract(epoch from ${sessions.expiresAt} - ${sessions.createdAt})::float8`,
      })
      .from(sessions)
      .where(mine);
    expect(row!.days).toBe(30 * 86_400);
    return status;
  };
  const [made] = await shop.platform.db
    .select({ days: sql<number>`extract(epoch from ${sessions.expiresAt} - now())::float8 / 86400` })
    .from(sessions)
    .where(mine);
  expect(Math.round(made!.days)).toBe(30);
  expect([await asked("29 days 23 hours"), await asked("30 days 1 second")]).toEqual([200, 401]);
});

test("what a page has of its person is asked for once, and each page is its own person's", async () => {
  const shop = await openTestShop();
  const user = await shop.signUp();
  const statements = vi.spyOn(pg.Client.prototype, "query");
  const of = (text: string) =>
    statements.mock.calls.filter(([asked]) => JSON.stringify(asked).includes(text)).length;
  const page = inProcessClient(shop.http, { cookie: user.cookie }, "127.0.0.1");
  const list = { query: { page: 1 } };
  await Promise.all([page.api(getViewer, {}), page.api(listOrders, list), page.api(getViewer, {})]);
  expect([of("find_viewer"), of("credit_balances")], "asked once").toEqual([1, 1]);
  const made = statements.mock.calls.length;
  await page.api(listOrders, list);
  expect(statements.mock.calls.length, "what the page has is not asked for again").toBe(made);
  const other = await shop.signUp();
  const theirs = await inProcessClient(shop.http, { cookie: other.cookie }, "127.0.0.1").api(getViewer, {});
  expect(theirs.body.data.user?._id, "each page is its own person's").toBe(other.id);
  vi.restoreAllMocks();
});
