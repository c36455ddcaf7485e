import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { mostKeys } from "#contract/api-keys.ts";
import { deleteExpired } from "#server/db/retention.ts";
import { apiKeys } from "#server/db/tables/api-keys.ts";
import { sessions } from "#server/db/tables/sessions.ts";
import { mailsTo } from "../accounts/helpers.ts";
import { untilWaiting } from "../helpers/lock-waits.ts";
import { openTestShop } from "../helpers/test-shop.ts";
import { askForKey, newKey, outcome } from "./keys.ts";

test("a key is told once, kept as a hash alone, and listed without what could be used", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const made = await askForKey(shop, ada, {
    name: " Build server ",
    expiresInDays: 30,
    scopes: ["runs:read"],
  });
  const { key, ...record } = made.body.data;
  expect(key).toMatch(/^ts_[A-Za-z0-9_-]{43}$/);
  expect(record).toMatchObject({ name: "Build server", start: key.slice(0, 7), scopes: ["runs:read"] });
  const days = (Date.parse(record.expiresAt) - Date.parse(record.createdAt)) / 86_400_000;
  expect([Math.round(days), record.expired, record.lastUsedAt]).toEqual([30, false, null]);
  const list = await shop.send({ url: "/api/keys", as: ada });
  expect(list.body.data).toEqual([record]);
  const { rows } = await shop.platform.db.execute(sql`select to_jsonb(k)::text as row from api_keys k`);
  const kept = rows.map(({ row }) => row).join();
  expect(kept).toContain(record.id);
  expect(kept).not.toContain(key.slice(8));
});

test("a key that is made without an end has none", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  for (const expiresInDays of [undefined, null])
    expect((await askForKey(shop, ada, { expiresInDays })).body.data.expiresAt).toBeNull();
});

test("what no key can be made of is refused with a sentence, and makes no key", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const cases: [input: object, field: string][] = [
    [{ name: "  " }, "name"],
    [{ name: "x".repeat(61) }, "name"],
    [{ scopes: [] }, "scopes"],
    [{ scopes: ["runs:read", "runs:read"] }, "scopes"],
    [{ scopes: ["admin"] }, "scopes.0"],
    [{ scopes: "runs:read" }, "scopes"],
    [{ expiresInDays: 31 }, "expiresInDays"],
    [{ expiresInDays: "30" }, "expiresInDays"],
    [{ userId: "f".repeat(24) }, "body"],
  ];
  for (const [input, field] of cases) {
    const answer = await askForKey(shop, ada, input);
    expect(answer, JSON.stringify(input)).toMatchObject({
      status: 400,
      body: { fields: { [field]: expect.any(String) } },
    });
  }
  expect((await shop.send({ url: "/api/keys", as: ada })).body.data).toEqual([]);
});

test("of thirty at once, over two processes, a member gets ten keys", async () => {
  const one = await openTestShop();
  const two = await openTestShop({ database: one.connectionString });
  const ada = await one.signUp();
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) => askForKey(n % 2 ? one : two, ada, { name: `Key ${n}` })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(mostKeys);
  const refused = answers.filter(({ status }) => status !== 201);
  expect(new Set(refused.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
    new Set(["409 CONFLICT"]),
  );
  expect((await one.send({ url: "/api/keys", as: ada })).body.data).toHaveLength(mostKeys);
});

test("one that has expired leaves its place to another, stays listed for a while, and then goes", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const { db } = shop.platform;
  const old = await newKey(shop, ada);
  await db.update(apiKeys).set({ expiresAt: new Date(Date.now() - 1000) });
  for (let n = 0; n < mostKeys; n += 1) await newKey(shop, ada);
  expect((await askForKey(shop, ada)).body.code).toBe("CONFLICT");
  const isListed = async () => {
    const { data } = (await shop.send({ url: "/api/keys", as: ada })).body;
    return data.some(
      ({ start, expired }: { start: string; expired: boolean }) => old.startsWith(start) && expired,
    );
  };
  await deleteExpired(db);
  expect(await isListed()).toBe(true);
  const monthAgo = new Date(Date.now() - 31 * 86_400_000);
  await db
    .update(apiKeys)
    .set({ expiresAt: monthAgo })
    .where(eq(apiKeys.start, old.slice(0, 7)));
  await deleteExpired(db);
  expect(await isListed()).toBe(false);
});

test("making one takes a recent proof of who sits there, for everyone", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const admin = await shop.signUp({ role: "Admin" });
  await shop.platform.db.update(sessions).set({ provenAt: new Date(Date.now() - 16 * 60_000) });
  for (const as of [ada, admin]) expect((await askForKey(shop, as)).body.code).toBe("PROOF_REQUIRED");
  const proof = { method: "POST", url: "/api/auth/step-up", body: { password: ada.password }, as: ada };
  expect((await shop.send(proof)).status).toBe(200);
  expect((await askForKey(shop, ada)).status).toBe(201);
});

test("the person is told by mail of a new key and of one that is gone, and what to do if it was not them", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const made = await askForKey(shop, ada, {
    name: "<b>Build",
    scopes: ["runs:write"],
    expiresInDays: 90,
  });
  await shop.send({ method: "DELETE", url: `/api/keys/${made.body.data.id}`, as: ada });
  const [gone, told] = (await mailsTo(shop, ada.email)).filter(
    ({ templateName }) => templateName === "Keys changed",
  );
  expect(told!.text).toMatch(/'<b>Build' was made .* expires in 90 days.* Start runs, which spends credits/);
  expect(gone!.text).toContain("the key '<b>Build' was revoked just now");
  for (const mail of [gone!, told!]) {
    expect(mail.text).toContain("If not, revoke the keys that are not yours, set a new password at once");
    expect(mail.text).toContain("/user/developers");
    expect(mail.html).not.toContain("<b>Build");
    expect(mail.html + mail.text).not.toContain(made.body.data.key.slice(8));
  }
});

test("the account's data names its keys, without what they are found by", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const key = await newKey(shop, ada, ["gallery:read"]);
  const [row] = await shop.platform.db.select().from(apiKeys);
  const exported = await shop.send({ url: "/api/account/export", as: ada });
  expect(exported.body.keys).toEqual([
    expect.objectContaining({ name: "Build server", scopes: ["gallery:read"], expiresAt: null }),
  ]);
  expect(exported.text).not.toContain(row!.hash);
  expect(exported.text).not.toContain(key.slice(8));
});

test("a use is written down at most once a minute", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const key = await newKey(shop, ada);
  const { db } = shop.platform;
  const used = async () => (await db.select().from(apiKeys))[0]!.lastUsedAt;
  await outcome(shop, key);
  const first = await used();
  expect(first).not.toBeNull();
  await outcome(shop, key);
  expect(await used()).toEqual(first);
  await db.update(apiKeys).set({ lastUsedAt: new Date(Date.now() - 61_000) });
  await Promise.all(Array.from({ length: 4 }, () => outcome(shop, key)));
  expect((await used())!.getTime()).toBeGreaterThanOrEqual(first!.getTime());
});

test("no key is made for an account that is disabled in the same moment", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const { db } = shop.platform;
  // The mails' templates are loaded with the first one.
  await newKey(shop, ada);
  let made: ReturnType<typeof askForKey> | undefined;
  await db.transaction(async (tx) => {
    await tx.execute(sql`update users set disabled_at = now() where id = ${ada.id}`);
    made = askForKey(shop, ada);
    await untilWaiting(db, 1);
  });
  expect((await made!).body.code).toBe("USER_DISABLED");
  expect(await db.$count(apiKeys)).toBe(1);
});
