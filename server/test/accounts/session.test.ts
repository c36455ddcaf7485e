import { eq, sql } from "drizzle-orm";
import pg from "pg";
import { expect, test, vi } from "vitest";
import { getViewer } from "#contract/accounts.ts";
import { listOrders } from "#contract/orders.ts";
import { sessions } from "#server/db/tables/sessions.ts";
import { inProcessClient } from "#server/platform/http/in-process-client.ts";
import { openTestShop } from "../helpers/test-shop.ts";

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

test("a known path with another method answers 405 with Allow, an unknown path 404, both in JSON", async () => {
  const shop = await openTestShop();
  const wrong = await shop.send({ method: "DELETE", url: "/api/viewer" });
  expect(wrong.status).toBe(405);
  expect(wrong.headers.allow).toBe("GET, HEAD");
  const unknown = await shop.send({ url: "/nothing/here" });
  expect(unknown.status).toBe(404);
  expect(unknown.body).toMatchObject({ success: false, code: "NOT_FOUND", error: unknown.body.message });
});

test("a session in use is prolonged once a day, and one that has ended is worth nothing", async () => {
  const shop = await openTestShop();
  const user = await shop.signUp();
  const mine = eq(sessions.userId, user.id);
  const endsIn = async (interval: string) => {
    await shop.platform.db
      .update(sessions)
      .set({ expiresAt: sql`now() + ${interval}::interval` })
      .where(mine);
    const { status } = await shop.send({ url: "/users", as: user });
    const [session] = await shop.platform.db
      .select({ days: sql<number>`extract(epoch from ${sessions.expiresAt} - now())::float8 / 86400` })
      .from(sessions)
      .where(mine);
    return { status, days: Math.round(session!.days) };
  };
  expect(await endsIn("29 days 1 hour")).toEqual({ status: 200, days: 29 });
  expect(await endsIn("28 days 23 hours")).toEqual({ status: 200, days: 30 });
  expect((await endsIn("-1 second")).status).toBe(401);
});

test("a prolonged session's cookie is prolonged with it, and goes out in no answer that a cache may keep", async () => {
  const shop = await openTestShop();
  const user = await shop.signUp();
  const asked = async (url: string) => {
    await shop.platform.db
      .update(sessions)
      .set({ expiresAt: sql`now() + interval '20 days'` })
      .where(eq(sessions.userId, user.id));
    const { status, headers } = await shop.send({ url, as: user });
    return { status, cookies: [headers["set-cookie"] ?? []].flat().map(String) };
  };
  const viewer = await asked("/api/viewer");
  expect(viewer.status).toBe(200);
  expect(viewer.cookies).toHaveLength(1);
  expect(viewer.cookies[0]).toMatch(/^thumbsmith\.session_token=.*Max-Age=2592000.*HttpOnly/);
  expect(viewer.cookies[0]).toContain(user.cookie.split("; ")[0]);
  const again = await shop.send({ url: "/api/viewer", as: user });
  expect(again.headers["set-cookie"]).toBeUndefined();
  await shop.platform.db
    .update(sessions)
    .set({ expiresAt: sql`now() + interval '20 days'` })
    .where(eq(sessions.userId, user.id));
  const { api, renewed } = inProcessClient(shop.http, { cookie: user.cookie }, "127.0.0.1");
  await Promise.all([api(getViewer, {}), api(getViewer, {})]);
  expect([...renewed], "of a page's own calls").toEqual(viewer.cookies);

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

  const file = await asked("/api/credits/entries.csv");
  expect(file.status).toBe(200);
  expect(file.cookies).toEqual([]);
});
