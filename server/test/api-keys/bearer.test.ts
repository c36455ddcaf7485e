import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { apiKeys } from "#server/db/tables/api-keys.ts";
import { cookieOf, openTestShop, type SendOptions } from "../helpers/test-shop.ts";
import { giveCredits } from "../security/seeded-shop.ts";
import { bearer, newKey, outcome } from "./keys.ts";

const never = `ts_${"A".repeat(43)}`;

test("a key opens a call by its scope without a cookie or an Origin, and from a page of another site too", async () => {
  const shop = await openTestShop();
  const key = await newKey(shop, await shop.signUp(), ["designs:write"]);
  const from: Record<string, string>[] = [
    {},
    { origin: "https://evil.example" },
    { "sec-fetch-site": "cross-site" },
  ];
  for (const headers of from) {
    const request = { method: "PUT", url: "/api/brand", body: { useInRuns: true } };
    const answer = await shop.send({ ...request, headers: { ...bearer(key), ...headers } });
    expect(answer.status, answer.text).toBe(200);
  }
});

test("no answer to a key lets a page of another site read it, and a preflight gets nothing", async () => {
  const shop = await openTestShop();
  const key = await newKey(shop, await shop.signUp());
  const headers = { origin: "https://evil.example" };
  const preflight = {
    ...headers,
    "access-control-request-method": "GET",
    "access-control-request-headers": "authorization",
  };
  for (const answer of [
    await shop.send({ url: "/api/generations", headers: { ...headers, ...bearer(key) } }),
    await shop.send({ url: "/api/generations", headers: { ...headers, ...bearer(never) } }),
    await shop.send({ method: "OPTIONS", url: "/api/generations", headers: preflight }),
  ])
    expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
  expect((await shop.send({ method: "OPTIONS", url: "/api/generations", headers: preflight })).status).toBe(
    405,
  );
});

test("beside a key no cookie counts: neither its rights nor its person", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const admin = await shop.signUp({ role: "Admin" });
  const key = await newKey(shop, ada, ["runs:read"]);
  const ask = (url: string, headers: Record<string, string>) => shop.send({ url, as: admin, headers });
  expect((await ask("/api/designs", bearer(key))).body.code).toBe("SCOPE_MISSING");
  expect((await ask("/api/generations", bearer(never))).body.code).toBe("KEY_INVALID");
  expect((await ask("/api/insights", bearer(key))).body.code).toBe("KEY_NOT_ACCEPTED");
  // What is no key does not hide the session: a proxy's own password comes in the same header.
  expect((await ask("/api/generations", { authorization: "Basic eDp5" })).status).toBe(200);
});

test("a key in a query, a cookie, a body or another header is nothing", async () => {
  const shop = await openTestShop();
  const key = await newKey(shop, await shop.signUp());
  const places: SendOptions[] = [
    { url: `/api/generations?access_token=${key}` },
    { url: `/api/generations?key=${key}` },
    {
      url: "/api/generations",
      headers: { cookie: `thumbsmith.session_token=${key}; key=${key}; authorization=Bearer ${key}` },
    },
    { url: "/api/generations", headers: { "x-api-key": key } },
    { url: "/api/generations", headers: { authorization: key } },
    { url: "/api/generations", headers: { authorization: `Token ${key}` } },
    { method: "PUT", url: "/api/brand", body: { access_token: key, key } },
  ];
  for (const place of places) {
    const answer = await shop.send(place);
    expect(answer, JSON.stringify(place)).toMatchObject({ status: 401, body: { code: "UNAUTHENTICATED" } });
    expect(answer.text).not.toContain(key);
  }
});

test("an unknown, malformed, expired or revoked key is refused in one way, with RFC 6750's challenge", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const [expired, revoked] = [await newKey(shop, ada), await newKey(shop, ada)];
  const { db } = shop.platform;
  const past = new Date(Date.now() - 1);
  await db
    .update(apiKeys)
    .set({ expiresAt: past })
    .where(sql`start = ${expired.slice(0, 7)}`);
  await db.delete(apiKeys).where(sql`start = ${revoked.slice(0, 7)}`);
  const strange = [
    "",
    "x",
    never.slice(0, -1),
    `${never}A`,
    `${never} x`,
    "ts_'; drop table api_keys; --",
    "💥",
  ];
  const answers = [];
  for (const key of [never, expired, revoked, ...strange].map(encodeURI)) {
    const { status, headers, body } = await shop.send({ url: "/api/generations", headers: bearer(key) });
    answers.push({ status, code: body.code, message: body.message, challenge: headers["www-authenticate"] });
  }
  expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
  expect(answers[0]).toMatchObject({
    status: 401,
    code: "KEY_INVALID",
    challenge: 'Bearer error="invalid_token"',
  });
});

test("without the scope the call is refused and the scope is named", async () => {
  const shop = await openTestShop();
  const key = await newKey(shop, await shop.signUp(), ["runs:read"]);
  const answer = await shop.send({ method: "POST", url: "/api/generations", body: {}, headers: bearer(key) });
  expect(answer).toMatchObject({ status: 403, body: { code: "SCOPE_MISSING" } });
  expect(answer.body.message).toContain("runs:write");
  expect(answer.headers["www-authenticate"]).toBe('Bearer error="insufficient_scope", scope="runs:write"');
});

test("the key of one of the staff is a member's: it reads nobody else's statement", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  await giveCredits(shop, ada, 7);
  const admin = await shop.signUp({ role: "Admin" });
  const key = await newKey(shop, admin);
  const url = `/api/credits/entries?userEmail=${encodeURIComponent(ada.email)}`;
  expect((await shop.send({ url, as: admin })).body).not.toEqual([]);
  expect((await shop.send({ url, headers: bearer(key) })).body).toEqual([]);
  const csv = `/api/credits/entries.csv?userEmail=${encodeURIComponent(ada.email)}`;
  expect((await shop.send({ url: csv, headers: bearer(key) })).text.trim().split("\n")).toHaveLength(1);
});

test("the balance is told to a key with its scope", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  await giveCredits(shop, ada, 7);
  const key = await newKey(shop, ada, ["balance:read"]);
  const { body } = await shop.send({ url: "/api/credits/balance", headers: bearer(key) });
  const held = await shop.send({ url: "/api/viewer", as: ada });
  expect(body.data).toMatchObject({ currentBalance: held.body.data.user.currentBalance, held: 0 });
});

test("a key of a disabled account opens nothing, and stays ended once the account is enabled again", async () => {
  const shop = await openTestShop();
  const [ada, admin] = [await shop.signUp(), await shop.signUp({ role: "Admin" })];
  const key = await newKey(shop, ada);
  // The row is left on purpose: the account's own mark must be enough.
  await shop.platform.db.execute(sql`update users set disabled_at = now() where id = ${ada.id}`);
  expect(await outcome(shop, key)).toBe("KEY_INVALID");
  await shop.platform.db.execute(sql`update users set disabled_at = null where id = ${ada.id}`);
  expect(await outcome(shop, key)).toBe(200);
  const url = `/api/users/${ada.id}`;
  for (const disabled of [true, false])
    expect((await shop.send({ method: "PUT", url, body: { disabled }, as: admin })).status).toBe(200);
  expect(await outcome(shop, key)).toBe("KEY_INVALID");
});

test("a key ends with its erased account", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const key = await newKey(shop, ada);
  const body = { password: ada.password };
  expect((await shop.send({ method: "POST", url: "/api/account/delete", body, as: ada })).status).toBe(200);
  expect(await outcome(shop, key)).toBe("KEY_INVALID");
  expect(await shop.platform.db.$count(apiKeys)).toBe(0);
});

test("a key prolongs no session and sets no cookie", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const key = await newKey(shop, ada);
  await shop.platform.db.execute(sql`update sessions set expires_at = now() + interval '1 hour'`);
  const answer = await shop.send({ url: "/api/generations", as: ada, headers: bearer(key) });
  expect([answer.status, cookieOf(answer)]).toEqual([200, ""]);
});

test("a key that was left of an erased account opens nothing", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const key = await newKey(shop, ada);
  await shop.platform.db.execute(sql`update users set deleted_at = now() where id = ${ada.id}`);
  expect(await outcome(shop, key)).toBe("KEY_INVALID");
});

test("a key opens what it reads also where the database can't write down that it was used", async () => {
  const shop = await openTestShop();
  const key = await newKey(shop, await shop.signUp());
  await shop.platform.db.execute(sql`
    create function refuse() returns trigger language plpgsql as 'begin raise sqlstate ''25006''; end';
    create trigger away before update on api_keys for each row execute function refuse()`);
  expect(await outcome(shop, key)).toBe(200);
});
