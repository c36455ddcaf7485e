import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Tx } from "#server/db/database.ts";
import { newId } from "#server/db/ids.ts";
import {
  adjustBalance,
  balanceOf,
  checkLedger,
  grantCredits,
  restoreCredits,
  revokeCredits,
} from "#server/features/credits/credits.service.ts";
import { findExpiredHolds } from "#server/features/credits/holds.repository.ts";
import { openHold, releaseHold, settleHold } from "#server/features/credits/holds.ts";
import { releaseExpiredHolds, releaseUnusedHold } from "#server/features/credits/unused-holds.ts";
import { untilWaiting } from "../helpers/lock-waits.ts";
import { manyMembers } from "../helpers/many-members.ts";
import { openTestShop } from "../helpers/test-shop.ts";

async function openLedger() {
  const shop = await openTestShop();
  const person = await shop.signUp();
  const userId = person.id;
  const { db } = shop.platform;
  const inTx = <Result>(work: (tx: Tx) => Promise<Result>) => db.transaction(work);
  const buy = (amount: number, reference = newId()) =>
    inTx((tx) => grantCredits(tx, { userId, amount, reason: "purchase", reference, orderId: reference }));
  const statement = async () => (await shop.send({ url: "/api/credits/entries", as: person })).body;
  return { shop, userId, db, inTx, buy, statement };
}

test("the same purchase is booked once, however many try at once", async () => {
  const { userId, db, buy } = await openLedger();
  const reference = newId();
  const answers = await Promise.all(Array.from({ length: 8 }, () => buy(10, reference)));
  expect(answers.every(({ balance }) => balance === 10)).toBe(true);
  expect(await balanceOf(db, userId)).toBe(10);
  expect(await checkLedger(db)).toEqual([]);
});

test("a booking is never changed, deleted or left unbalanced, whoever writes", async () => {
  const { db, userId, buy } = await openLedger();
  await buy(5);
  for (const statement of [
    sql`update credit_entries set amount = 100`,
    sql`delete from credit_entries`,
    sql`truncate credit_entries cascade`,
    sql`update credit_bookings set reason = 'gift'`,
    sql`delete from credit_bookings`,
    sql`insert into credit_bookings (id, user_id, reason, reference) values (${newId()}, ${userId}, 'gift', 'x')`,
    sql`insert into credit_entries (booking_id, user_id, account, amount) select id, user_id, 'member', 1 from credit_bookings`,
    sql`update credit_balances set balance = -1`,
  ]) {
    await expect(db.execute(statement)).rejects.toThrow();
  }
  expect(await balanceOf(db, userId)).toBe(5);
  expect(await checkLedger(db)).toEqual([]);
});

test("the check of the books finds a balance that was tampered with", async () => {
  const { db, buy } = await openLedger();
  await buy(5);
  await db.execute(sql`update credit_balances set balance = 6`);
  expect(await checkLedger(db)).toHaveLength(1);
});

test("forty holds at once on a balance of ten take ten", async () => {
  const { db, userId, inTx, buy } = await openLedger();
  await buy(10);
  const holds = await Promise.all(
    Array.from({ length: 40 }, () =>
      inTx((tx) =>
        openHold(tx, { userId, amount: 1, minimum: 1, generationId: newId(), lifetimeSeconds: 60 }),
      ),
    ),
  );
  expect(holds.filter(Boolean)).toHaveLength(10);
  expect(await balanceOf(db, userId)).toBe(0);
  expect(await checkLedger(db)).toEqual([]);
});

test("a hold ends once, settled or released, however many try at once", async () => {
  const { db, userId, inTx, buy } = await openLedger();
  await buy(10);
  for (let round = 0; round < 5; round += 1) {
    const generationId = newId();
    await inTx((tx) => openHold(tx, { userId, amount: 2, minimum: 2, generationId, lifetimeSeconds: 60 }));
    const ends = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        inTx((tx) => (index % 2 ? settleHold(tx, generationId) : releaseHold(tx, { generationId }))),
      ),
    );
    expect(ends.filter(Boolean)).toHaveLength(1);
  }
  expect(await checkLedger(db)).toEqual([]);
});

test("a refund takes what is unspent, the rest is a debt that the next purchase settles first", async () => {
  const { db, userId, inTx, buy } = await openLedger();
  await buy(10, "order-1");
  await inTx(async (tx) => {
    const generationId = newId();
    await openHold(tx, { userId, amount: 4, minimum: 4, generationId, lifetimeSeconds: 60 });
    await settleHold(tx, generationId);
  });
  const request = { userId, amount: 10, reference: "refund-1", orderId: "order-1" };
  expect(await inTx((tx) => revokeCredits(tx, request))).toEqual({ taken: 6, owed: 4 });
  expect(await inTx((tx) => revokeCredits(tx, request)), "a repeat takes nothing").toEqual({
    taken: 6,
    owed: 4,
  });
  expect(await balanceOf(db, userId)).toBe(0);
  expect(await buy(10)).toEqual({ balance: 6, settled: 4 });
  const restored = { userId, taken: 6, owed: 4, reference: "refund-1", orderId: "order-1" };
  await inTx((tx) => restoreCredits(tx, restored));
  await inTx((tx) => restoreCredits(tx, restored));
  expect(await balanceOf(db, userId), "the settled debt comes back too").toBe(16);
  expect(await checkLedger(db)).toEqual([]);
});

test("what a run held during a refund settles the debt when the run fails, as far as it goes", async () => {
  const { db, userId, inTx, buy, statement } = await openLedger();
  await buy(10, "order-1");
  const [failed, other] = [newId(), newId()];
  for (const generationId of [failed, other])
    await inTx((tx) => openHold(tx, { userId, amount: 4, minimum: 4, generationId, lifetimeSeconds: 60 }));
  const request = { userId, amount: 7, reference: "refund-1", orderId: "order-1" };
  expect(await inTx((tx) => revokeCredits(tx, request))).toEqual({ taken: 2, owed: 5 });
  await inTx((tx) => releaseHold(tx, { generationId: failed }));
  expect(await balanceOf(db, userId)).toBe(0);
  await inTx((tx) => releaseHold(tx, { generationId: other }));
  expect(await balanceOf(db, userId), "one was owed still").toBe(3);
  expect((await statement()).slice(0, 4)).toMatchObject([
    { amount: -1, balanceAfter: 3, reason: "debt-settled", generationId: other },
    { amount: 4, balanceAfter: 4, reason: "generation-returned", generationId: other },
    { amount: -4, balanceAfter: 0, reason: "debt-settled", generationId: failed },
    { amount: 4, balanceAfter: 4, reason: "generation-returned", generationId: failed },
  ]);
  const restored = { userId, taken: 2, owed: 5, reference: "refund-1", orderId: "order-1" };
  await inTx((tx) => restoreCredits(tx, restored));
  expect(await balanceOf(db, userId)).toBe(10);
  expect(await checkLedger(db)).toEqual([]);
});

test("a statement says of each change what it was, for which order, and what was left", async () => {
  const { userId, db, inTx, buy, statement } = await openLedger();
  await buy(10, "order-1");
  const note = "A mistake of ours";
  const adjusted = await inTx((tx) => adjustBalance(tx, { userId, to: 4, note, actorId: null }));
  expect(adjusted).toEqual({ balance: 4, change: -6 });
  const request = { userId, amount: 10, reference: "refund-1", orderId: "order-1" };
  await inTx((tx) => revokeCredits(tx, request));
  await buy(8, "order-2");
  const restored = { userId, taken: 4, owed: 6, reference: "refund-1", orderId: "order-1" };
  await inTx((tx) => restoreCredits(tx, restored));
  expect(await statement()).toMatchObject([
    { amount: 10, balanceAfter: 12, reason: "refund-returned", orderId: "order-1" },
    { amount: -6, balanceAfter: 2, reason: "debt-settled", orderId: "order-2" },
    { amount: 8, balanceAfter: 8, reason: "purchase", orderId: "order-2" },
    { amount: -4, balanceAfter: 0, reason: "refund", orderId: "order-1" },
    { amount: -6, balanceAfter: 4, reason: "adjustment", note },
    { amount: 10, balanceAfter: 10, reason: "purchase", orderId: "order-1" },
  ]);
  const { rows } = await db.execute<{ account: string; amount: number }>(
    sql`select account, amount from credit_entries order by id`,
  );
  expect(rows.map(({ account, amount }) => `${account} ${amount}`)).toEqual([
    ...["member 10", "sold -10", "member -6", "adjusted 6", "member -4", "owed -6", "returned 10"],
    ...["member 8", "sold -8", "member -6", "owed 6", "member 10", "returned -10"],
  ]);
});

test("what is set aside, spent and given back is told as such, on both sides", async () => {
  const { userId, db, inTx, buy, statement } = await openLedger();
  await buy(10);
  const hold = async (amount: number, generationId?: string) =>
    (await inTx((tx) => openHold(tx, { userId, amount, minimum: 0, generationId, lifetimeSeconds: 60 })))!;
  const [run, failed] = [newId(), newId()];
  const own = await hold(1);
  expect(own.balance).toBe(9);
  expect(await inTx((tx) => releaseHold(tx, { unusedId: own.holdId }))).toBe(true);
  await hold(2, run);
  expect(await inTx((tx) => settleHold(tx, run))).toBe(true);
  await hold(3, failed);
  expect(await inTx((tx) => releaseHold(tx, { generationId: failed }))).toBe(true);
  expect(await inTx((tx) => settleHold(tx, failed)), "ended before").toBe(false);
  expect(await inTx((tx) => settleHold(tx, newId()))).toBe(false);
  const { rows } = await db.execute<{ reason: string; generation_id: string; sides: string }>(sql`
    select b.reason, b.generation_id, string_agg(e.account || ' ' || e.amount, ', ' order by e.id) as sides
    from credit_bookings b join credit_entries e on e.booking_id = b.id group by b.id order by min(e.id)`);
  expect(rows).toEqual([
    { reason: "purchase", generation_id: null, sides: "member 10, sold -10" },
    { reason: "hold", generation_id: null, sides: "member -1, held 1" },
    { reason: "hold-returned", generation_id: null, sides: "held -1, member 1" },
    { reason: "generation", generation_id: run, sides: "member -2, held 2" },
    { reason: "generation-settled", generation_id: run, sides: "held -2, spent 2" },
    { reason: "generation", generation_id: failed, sides: "member -3, held 3" },
    { reason: "generation-returned", generation_id: failed, sides: "held -3, member 3" },
  ]);
  const balances = (await statement()).map((entry: { balanceAfter: number }) => entry.balanceAfter);
  expect(balances).toEqual([8, 5, 8, 10, 9, 10]);
  expect(await checkLedger(db)).toEqual([]);
});

test("a run uses what its person set aside for it, unless that is of another amount, has lapsed or is another's", async () => {
  const { shop, userId, db, inTx, buy } = await openLedger();
  await buy(20);
  const forRun = (amount: number, minimum = 0) =>
    inTx((tx) => openHold(tx, { userId, amount, minimum, generationId: newId(), lifetimeSeconds: 60 }));
  const setAside = async (lifetimeSeconds = 60, person = userId) =>
    (await inTx((tx) => openHold(tx, { userId: person, amount: 1, minimum: 0, lifetimeSeconds })))!.holdId;
  const waiting = await setAside();
  const another = await forRun(2);
  expect(another, "another amount").toMatchObject({ balance: 17 });
  expect(another!.holdId).not.toBe(waiting);
  expect(await forRun(1), "it fits").toEqual({ holdId: waiting, balance: 17 });
  expect(await forRun(1), "it is in use").toMatchObject({ balance: 16 });
  const lapsed = await setAside(-1);
  expect((await forRun(1))!.holdId).not.toBe(lapsed);
  await inTx((tx) => releaseHold(tx, { unusedId: lapsed }));
  expect((await forRun(1))!.holdId, "ended").not.toBe(lapsed);
  const other = (await shop.signUp()).id;
  await inTx((tx) =>
    grantCredits(tx, { userId: other, amount: 5, reason: "gift", reference: newId(), orderId: null }),
  );
  const foreign = await setAside(60, other);
  const own = await forRun(1);
  expect(own!.holdId).not.toBe(foreign);
  expect(await forRun(1, own!.balance + 1), "below the minimum").toBe(null);
  expect(await forRun(own!.balance + 1), "more than there is").toBe(null);
  expect(await forRun(1, own!.balance), "just enough").toMatchObject({ balance: own!.balance - 1 });
  expect(await checkLedger(db)).toEqual([]);
});

test.each(["is given back", "lapses"])(
  "a credit that a run takes in the moment it %s stays the run's",
  async (how) => {
    const { shop, userId, db, inTx, buy } = await openLedger();
    await buy(5);
    const lifetimeSeconds = how === "lapses" ? 1 : 60;
    const aside = (await inTx((tx) => openHold(tx, { userId, amount: 1, minimum: 0, lifetimeSeconds })))!;
    const run = newId();
    let ended: Promise<unknown> = Promise.resolve();
    await inTx(async (tx) => {
      const taken = await openHold(tx, {
        userId,
        amount: 1,
        minimum: 0,
        generationId: run,
        lifetimeSeconds,
      });
      expect(taken!.holdId).toBe(aside.holdId);
      // As the others see it, the run's statement has not happened yet.
      if (how === "lapses") {
        await expect.poll(() => findExpiredHolds(db, 1)).toHaveLength(1);
        ended = releaseExpiredHolds(shop.platform);
      } else ended = releaseUnusedHold(shop.platform, userId);
      await untilWaiting(db, 1);
    });
    if (how === "lapses") await ended;
    else expect(await ended).toEqual({ refunded: false, currentBalance: 4 });
    expect(await inTx((tx) => settleHold(tx, run)), "still the run's to end").toBe(true);
    expect(await balanceOf(db, userId)).toBe(4);
    expect(await checkLedger(db)).toEqual([]);
  },
);

test("of what one reference was booked for, a repeated refund answers the refund alone", async () => {
  const { userId, db, inTx, buy } = await openLedger();
  expect(await balanceOf(db, newId()), "a person without a booking").toBe(0);
  await buy(10, "same");
  const request = { userId, amount: 4, reference: "same", orderId: "order" };
  expect(await inTx((tx) => revokeCredits(tx, request))).toEqual({ taken: 4, owed: 0 });
  await inTx((tx) => revokeCredits(tx, { ...request, amount: 3, reference: "other" }));
  expect(await inTx((tx) => revokeCredits(tx, request))).toEqual({ taken: 4, owed: 0 });
  const { rows } = await db.execute(sql`select 1 from credit_entries where amount = 0`);
  expect(rows).toEqual([]);
  expect(await balanceOf(db, userId)).toBe(3);
});

test("what is no whole number of credits is never booked", async () => {
  const { userId, db, inTx, buy, statement } = await openLedger();
  await buy(5);
  const before = await statement();
  for (const amount of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
    const reference = newId();
    const order = { userId, reference, orderId: "order" };
    const ways: ((tx: Tx) => Promise<unknown>)[] = [
      (tx) => grantCredits(tx, { userId, amount, reason: "gift", reference }),
      (tx) => openHold(tx, { userId, amount, minimum: 0, lifetimeSeconds: 60 }),
      (tx) => openHold(tx, { userId, amount, minimum: 0, generationId: newId(), lifetimeSeconds: 60 }),
      (tx) => adjustBalance(tx, { userId, to: amount, note: null, actorId: null }),
      (tx) => revokeCredits(tx, { ...order, amount }),
      (tx) => restoreCredits(tx, { ...order, taken: amount, owed: 1 }),
      (tx) => restoreCredits(tx, { ...order, taken: 1, owed: amount }),
    ];
    for (const way of ways) await expect(inTx(way)).rejects.toThrow(`${amount} is no number of credits.`);
  }
  expect(await statement()).toEqual(before);
  expect(await balanceOf(db, userId)).toBe(5);
});

test("what changes nothing is not booked, and answers the balance as it is", async () => {
  const { userId, inTx, buy, statement } = await openLedger();
  await buy(5, "order-1");
  const before = await statement();
  const order = { userId, reference: "refund-1", orderId: "order-1" };
  const nothing = { userId, amount: 0, reason: "gift", reference: "gift" } as const;
  expect(await inTx((tx) => grantCredits(tx, nothing))).toEqual({ balance: 5, settled: 0 });
  expect(await buy(5, "order-1"), "a repeat").toEqual({ balance: 5, settled: 0 });
  const same = { userId, to: 5, note: null, actorId: null };
  expect(await inTx((tx) => adjustBalance(tx, same))).toEqual({ balance: 5, change: 0 });
  expect(await inTx((tx) => revokeCredits(tx, { ...order, amount: 0 }))).toEqual({ taken: 0, owed: 0 });
  await inTx((tx) => restoreCredits(tx, { ...order, taken: 0, owed: 0 }));
  expect(await statement()).toEqual(before);
});

const operation = fc.oneof(
  fc.record({ kind: fc.constant("buy" as const), amount: fc.nat(20), reference: fc.nat(5) }),
  fc.record({ kind: fc.constant("adjust" as const), to: fc.nat(30) }),
  fc.record({
    kind: fc.constant("hold" as const),
    amount: fc.integer({ min: 1, max: 3 }),
    minimum: fc.nat(4),
  }),
  fc.record({ kind: fc.constant("settle" as const), run: fc.nat(20) }),
  fc.record({ kind: fc.constant("release" as const), run: fc.nat(20) }),
  fc.record({ kind: fc.constant("refund" as const), amount: fc.nat(20), reference: fc.nat(3) }),
  fc.record({ kind: fc.constant("restore" as const), reference: fc.nat(3) }),
);

type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;

test("no order of bookings, one by one or at once, creates or loses a credit", async () => {
  const { shop, db, inTx } = await openLedger();
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(operation, { maxLength: 4 }), { maxLength: 12 }), async (rounds) => {
      const userId = (await manyMembers(shop, 1))[0]!.id;
      const runs: string[] = [];
      const refunds = new Map<number, { taken: number; owed: number }>();
      const mark = (number: number) => `${userId}-${number}`;
      const perform = (op: Operation) =>
        inTx(async (tx) => {
          if (op.kind === "buy")
            await grantCredits(tx, {
              userId,
              amount: op.amount,
              reason: "purchase",
              reference: mark(op.reference),
            });
          if (op.kind === "adjust")
            await adjustBalance(tx, { userId, to: op.to, note: "test", actorId: null });
          if (op.kind === "hold") {
            const { amount, minimum } = op;
            const generationId = newId();
            if (await openHold(tx, { userId, amount, minimum, generationId, lifetimeSeconds: 60 }))
              runs.push(generationId);
          }
          const generationId = "run" in op ? runs[op.run] : undefined;
          if (op.kind === "settle" && generationId) await settleHold(tx, generationId);
          if (op.kind === "release" && generationId) await releaseHold(tx, { generationId });
          if (op.kind === "refund") {
            const request = { userId, amount: op.amount, reference: mark(op.reference), orderId: "order" };
            refunds.set(op.reference, await revokeCredits(tx, request));
          }
          const refund = op.kind === "restore" ? refunds.get(op.reference) : undefined;
          if (op.kind === "restore" && refund)
            await restoreCredits(tx, { userId, ...refund, reference: mark(op.reference), orderId: "order" });
        });
      for (const round of rounds) await Promise.all(round.map(perform));
      expect(await checkLedger(db)).toEqual([]);
    }),
    { numRuns: 40 },
  );
}, 240_000);
