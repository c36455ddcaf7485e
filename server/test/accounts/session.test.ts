import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { sessions } from "#server/db/tables/sessions.ts";
import { openTestShop } from "../support/test-shop.ts";

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
