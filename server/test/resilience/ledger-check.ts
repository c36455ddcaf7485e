import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { checkLedger } from "#server/features/credits/credits.service.ts";
import { checkGenerations } from "#server/features/generations/generations.service.ts";
import { checkPayments } from "#server/features/payments/payments.service.ts";
import { creditsOfPackage, type Fixture, firstCredits } from "./fixtures.ts";
import type { Diary } from "./traffic.ts";

/** What may be wrong at no moment, also while everything is under way. */
export async function invariants({ db }: Pick<Fixture, "db">): Promise<string[]> {
  return [...(await checkLedger(db)), ...(await checkPayments(db)), ...(await checkGenerations(db))];
}

/** Puts the clock forward: what waits for its next look or attempt is due now. */
export async function hurry({ db }: Fixture): Promise<void> {
  await db.execute(sql`
    update payment_attempts set check_at = now() - interval '1 second'
    where check_at is not null and state <> 'creating' and updated_at < now() - interval '2 seconds'`);
  await db.execute(
    sql`update refund_requests set check_at = now() - interval '1 second' where check_at is not null`,
  );
  // A mail that a living process has in hand is left to it for a moment.
  await db.execute(sql`
    update outbox set next_attempt_at = now()
    where status = 'queued' and next_attempt_at < now() + interval '117 seconds'`);
  // Living processes renew the leases of their runs long before this.
  await db.execute(sql`
    update generations set lease_until = now()
    where stage not in ('done', 'failed') and lease_until < now() + interval '8 seconds'`);
  for (const job of ["payments", "mail", "generation-takeover"])
    await db.execute(
      sql`select pg_notify('thumbsmith_events', ${JSON.stringify({ topic: `job:${job}`, data: null })})`,
    );
}

/** Waits until everything that was begun has come to its end, the clock put forward. A process must be alive. */
export async function settled(fixture: Fixture, diary: Diary): Promise<void> {
  await expect
    .poll(
      async () => {
        await hurry(fixture);
        return leftOver(fixture, diary);
      },
      { timeout: 90_000, interval: 500 },
    )
    .toEqual([]);
}

async function leftOver({ db }: Fixture, diary: Diary): Promise<string[]> {
  const { rows } = await db.execute<{ what: string }>(sql`
    select 'generation ' || id as what from generations where stage not in ('done', 'failed')
    union all select 'mail ' || id || ' ' || coalesce(last_error, '') from outbox where status = 'queued'
    union all select 'refund ' || id from refund_requests where check_at is not null
    union all select 'attempt ' || paypal_order_id || ' is ' || state from payment_attempts
      where paypal_order_id in ${[...diary.approved, "none"]} and state <> 'completed'`);
  return rows.map(({ what }) => what);
}

/**
 * Whether the shop knows everything that it confirmed, exactly once, and took and gave what that makes: compared
 * with what people were told, what PayPal holds and what the mail server received.
 */
export async function expectNothingLostOrDoubled(fixture: Fixture, diary: Diary): Promise<void> {
  expect(await invariants(fixture)).toEqual([]);
  await expectRuns(fixture, diary);
  await expectPayments(fixture, diary);
  await expectMails(fixture, diary);
}

async function expectRuns({ db, people }: Fixture, diary: Diary): Promise<void> {
  const { rows: generations } = await db.execute<{ id: string; key: string; user_id: string; done: boolean }>(
    sql`select id, idempotency_key as key, user_id, stage = 'done' as done from generations`,
  );
  const byKey = new Map(generations.map((generation) => [generation.key, generation]));
  expect(byKey.size, "one run a key").toBe(generations.length);
  for (const [key, { id }] of diary.generations)
    if (id) expect(byKey.get(key)?.id, "a confirmed run").toBe(id);
  const { rows: orders } = await db.execute<{ user_id: string; bought: number }>(
    sql`select user_id, sum(${creditsOfPackage}::int - credits_taken)::int as bought
        from orders where paid_at is not null group by user_id`,
  );
  const { rows: balances } = await db.execute<{ user_id: string; balance: number }>(
    sql`select user_id, balance from credit_balances`,
  );
  for (const { id } of people) {
    const done = generations.filter((generation) => generation.user_id === id && generation.done).length;
    const bought = orders.find((row) => row.user_id === id)?.bought ?? 0;
    const balance = Number(balances.find((row) => row.user_id === id)?.balance);
    expect(balance, "the balance").toBe(firstCredits + bought - done);
  }
}

async function expectPayments({ db, paypal }: Fixture, diary: Diary): Promise<void> {
  const { body } = await paypal.control("GET", "/orders");
  const captured = new Map<string, number>();
  const refunded = new Map<string, number>();
  for (const order of body) {
    const { captures = [], refunds = [] } = order.purchase_units[0].payments ?? {};
    if (captures.length > 0) captured.set(order.id, captures.length);
    const values = refunds.map((refund: { amount: { value: string } }) => Number(refund.amount.value) * 100);
    if (captures.length > 0)
      refunded.set(
        order.id,
        values.reduce((sum: number, value: number) => sum + value, 0),
      );
  }
  expect(
    [...captured.values()].filter((count) => count !== 1),
    "one capture an order",
  ).toEqual([]);
  const { rows } = await db.execute<{ paypal_order_id: string; refunded: number; receipts: number }>(sql`
    select a.paypal_order_id, o.refunded_minor as refunded,
      (select count(*) from outbox m where m.dedupe_key = 'receipt:' || o.id)::int as receipts
    from orders o join captures c on c.order_id = o.id and c.fulfilled_at is not null
    join payment_attempts a on a.id = c.attempt_id where o.paid_at is not null`);
  expect(new Set(rows.map((row) => row.paypal_order_id)), "paid orders").toEqual(new Set(captured.keys()));
  for (const { paypal_order_id: id, ...row } of rows)
    expect(row, `paid order ${id}`).toEqual({ refunded: refunded.get(id), receipts: 1 });
  for (const id of diary.approved) expect(captured.has(id), `approved order ${id} is captured`).toBe(true);
}

async function expectMails({ db, mail }: Fixture, diary: Diary): Promise<void> {
  const { rows } = await db.execute<{ id: string; to_email: string; subject: string; status: string }>(
    sql`select id::text, to_email, subject, status from outbox`,
  );
  expect(rows.filter(({ status }) => status !== "sent")).toEqual([]);
  const received = new Map<string, number>();
  for (const { mail: one } of mail.received) {
    const id = one.messageId ?? "";
    received.set(id, (received.get(id) ?? 0) + 1);
  }
  expect(received.size, "as many different mails as were queued").toBe(rows.length);
  const subjects = rows.map(({ subject }) => subject);
  for (const subject of diary.messages) {
    expect(subjects.filter((one) => one === subject).length, "a confirmed message").toBe(1);
  }
  const { rows: tickets } = await db.execute<{ subject: string }>(sql`select subject from tickets`);
  for (const subject of diary.tickets) {
    expect(tickets.filter((one) => one.subject === subject).length, "a confirmed ticket").toBe(1);
  }
}
