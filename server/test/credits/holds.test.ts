import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { checkLedger, grantSignUpGift } from "#server/features/credits/credits.service.ts";
import { lockUnusedHolds } from "#server/features/credits/holds.repository.ts";
import { releaseExpiredHolds } from "#server/features/credits/unused-holds.ts";
import {
  balanceOf,
  finished,
  memberWith,
  openGeneratorShop,
  problemsOf,
  startGeneration,
} from "../generations/generator-shop.ts";
import { openTestShop } from "../helpers/test-shop.ts";

test("a credit is set aside once, however many ask at once, and given back once", async () => {
  const shop = await openTestShop();
  const person = await memberWith(shop, 5);
  const post = (path: string) =>
    shop.send({ method: "POST", url: path, body: { userEmail: person.email, amount: 1 }, as: person });
  const answers = await Promise.all(Array.from({ length: 10 }, () => post("/api/deduct-credit")));
  expect(answers.map(({ body }) => body)).toEqual(
    Array(10).fill({ success: true, data: { currentBalance: 4 } }),
  );
  const back = await Promise.all(Array.from({ length: 10 }, () => post("/api/refund-credit")));
  expect(back.filter(({ body }) => body.data.refunded)).toHaveLength(1);
  expect(await balanceOf(shop, person)).toBe(5);
  expect(await checkLedger(shop.platform.db)).toEqual([]);
});

test("below the minimum balance nothing is set aside, and the documented text says so", async () => {
  const shop = await openTestShop();
  const person = await memberWith(shop, 1);
  const answer = await shop.send({ method: "POST", url: "/api/deduct-credit", body: {}, as: person });
  expect(answer.status).toBe(402);
  expect(answer.body.message).toBe(
    "Insufficient credits. You need at least 1 credits to generate two thumbnails.",
  );
  expect(await balanceOf(shop, person)).toBe(1);
  const visitor = await shop.send({ method: "POST", url: "/api/deduct-credit", body: {} });
  expect(visitor.status).toBe(401);
});

test("a credit that was set aside and not used lapses back after ten minutes", async () => {
  const shop = await openTestShop();
  const person = await memberWith(shop, 5);
  await shop.send({ method: "POST", url: "/api/deduct-credit", body: {}, as: person });
  await releaseExpiredHolds(shop.platform);
  expect(await balanceOf(shop, person), "not before").toBe(4);
  const { rows } = await shop.platform.db.execute<{ minutes: number }>(
    sql`select extract(epoch from expires_at - created_at)::float8 / 60 as minutes from credit_holds`,
  );
  expect(rows[0]!.minutes).toBeCloseTo(10, 1);
  await shop.platform.db.execute(sql`update credit_holds set expires_at = now() - interval '1 second'`);
  await Promise.all([releaseExpiredHolds(shop.platform), releaseExpiredHolds(shop.platform)]);
  expect(await balanceOf(shop, person)).toBe(5);
  expect(await checkLedger(shop.platform.db)).toEqual([]);
});

test("a credit that lapsed is given back before the next one is set aside, which lasts ten minutes again", async () => {
  const shop = await openTestShop();
  const person = await memberWith(shop, 5);
  const setAside = () => shop.send({ method: "POST", url: "/api/deduct-credit", body: {}, as: person });
  await setAside();
  await shop.platform.db.execute(sql`update credit_holds set expires_at = now() - interval '1 second'`);
  expect((await setAside()).body.data).toEqual({ currentBalance: 4 });
  const { rows } = await shop.platform.db.execute<{ ended: boolean; lasts: boolean }>(
    sql`select state <> 'open' as ended, expires_at > now() + interval '9 minutes' as lasts
      from credit_holds order by expires_at`,
  );
  expect(rows).toEqual([
    { ended: true, lasts: false },
    { ended: false, lasts: true },
  ]);
  expect(await checkLedger(shop.platform.db)).toEqual([]);
});

test("what one person sets aside or gives back waits for no other person", async () => {
  const shop = await openTestShop();
  const [waiting, person] = [await memberWith(shop, 5), await memberWith(shop, 5)];
  const post = (path: string) => shop.send({ method: "POST", url: path, body: {}, as: person });
  await shop.platform.db.transaction(async (tx) => {
    await lockUnusedHolds(tx, waiting.id);
    expect((await post("/api/deduct-credit")).body.data).toEqual({ currentBalance: 4 });
    expect((await post("/api/refund-credit")).body.data).toEqual({ refunded: true, currentBalance: 5 });
  });
});

const step = fc.constantFrom("deduct", "refund", "run", "lapse", "fault", "sound");

test("no sequence of deduct, refund and run, one by one or at once, creates a credit", async () => {
  const { shop, emulator } = await openGeneratorShop({ manyAtOnce: true });
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 4 }),
      fc.array(fc.array(step, { maxLength: 4 }), { maxLength: 6 }),
      async (credits, rounds) => {
        const person = await memberWith(shop, credits);
        const started: string[] = [];
        const perform = async (name: string) => {
          if (name === "deduct")
            await shop.send({ method: "POST", url: "/api/deduct-credit", body: { amount: 9 }, as: person });
          if (name === "refund")
            await shop.send({ method: "POST", url: "/api/refund-credit", body: { amount: 9 }, as: person });
          if (name === "lapse")
            await shop.platform.db.execute(
              sql`update credit_holds set expires_at = now() where user_id = ${person.id}`,
            );
          if (name === "lapse") await releaseExpiredHolds(shop.platform);
          if (name === "fault") await emulator.fault("safety");
          if (name === "sound") await emulator.clearFaults();
          if (name !== "run") return;
          const answer = await startGeneration(shop, person);
          if (answer.status === 202) started.push(answer.body.data.id);
        };
        for (const round of rounds) {
          await Promise.all(round.map(perform));
          expect(await balanceOf(shop, person)).toBeLessThanOrEqual(credits);
        }
        const runs = await Promise.all(started.map((id) => finished(shop, person, id)));
        await shop.send({ method: "POST", url: "/api/refund-credit", body: {}, as: person });
        const done = runs.filter(({ stage }) => stage === "done").length;
        expect(await balanceOf(shop, person)).toBe(credits - done);
        expect(await problemsOf(shop)).toEqual([]);
      },
    ),
    { numRuns: 15 },
  );
}, 240_000);

test("the statement is one's own, newest first; an admin reads another's, a member gets nothing of another", async () => {
  const { shop, admin } = await openGeneratorShop();
  const person = await memberWith(shop, 5);
  const other = await memberWith(shop, 3);
  const { id } = (await startGeneration(shop, person)).body.data;
  await finished(shop, person, id);
  const own = await shop.send({ url: "/api/credits/entries", as: person });
  expect(own.body).toMatchObject([
    { amount: -1, balanceAfter: 4, reason: "generation", generationId: id },
    { amount: 5, balanceAfter: 5, reason: "purchase" },
  ]);
  expect(own.headers["x-total-count"]).toBe("2");
  const foreign = await shop.send({ url: `/api/credits/entries?userEmail=${person.email}`, as: other });
  expect(foreign.body).toEqual([]);
  const byAdmin = await shop.send({ url: `/api/credits/entries?userEmail=${person.email}`, as: admin });
  expect(byAdmin.body).toEqual(own.body);
  const paged = await shop.send({
    url: "/api/credits/entries?page=2&pageSize=1&sort=amount&order=asc",
    as: person,
  });
  expect(paged.body).toMatchObject([{ amount: 5 }]);
  expect((await shop.send({ url: "/api/credits/entries?sort=nonsense", as: person })).status).toBe(400);
  const csv = await shop.send({ url: "/api/credits/entries.csv", as: person });
  expect(csv.headers["content-type"]).toContain("text/csv");
  const lines = csv.text.trim().split("\r\n");
  expect(lines).toHaveLength(3);
  expect(csv.text.startsWith("\ufeff")).toBe(true);
  expect(lines[0]).toBe("createdAt,reason,amount,balanceAfter,orderId,generationId,note");
  expect(lines[1]).toMatch(new RegExp(`,generation,-1,4,,${id},$`));
});

test("the sign-up gift of the settings is given once a person", async () => {
  const { shop, admin } = await openGeneratorShop();
  await shop.send({ method: "PUT", url: "/api/shop-settings", body: { signUpGift: 3 }, as: admin });
  const { id } = await shop.platform.db.transaction(async (tx) => {
    await grantSignUpGift(tx, admin.id);
    await grantSignUpGift(tx, admin.id);
    return admin;
  });
  expect(id).toBe(admin.id);
  expect(await balanceOf(shop, admin)).toBe(3);
});
