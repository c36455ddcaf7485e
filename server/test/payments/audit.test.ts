import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { checkLedger } from "#server/features/credits/credits.service.ts";
import { checkPayments } from "#server/features/payments/payments.service.ts";
import { compileCache } from "../helpers/shop-process.ts";
import { openPaypalShop, type PaypalShop } from "./paypal-shop.ts";

/** `npm run audit` beside the running shop: its exit code and what it printed. */
function audit(s: PaypalShop): Promise<{ code: number; text: string }> {
  const command = fileURLToPath(new URL("../../src/commands/audit.ts", import.meta.url));
  const { config } = s.shop.platform;
  const env = {
    PATH: process.env.PATH,
    ...compileCache,
    NODE_ENV: "test",
    DATABASE_URL: s.shop.connectionString,
    DATA_DIR: config.dataDir,
    APP_URL: config.appUrl,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [command], { env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === "number" ? error.code : error ? -1 : 0, text: stdout + stderr });
    });
  });
}

/** What the checks say with something made untrue; afterwards it is as before. */
async function saidOf(s: PaypalShop, lie: string): Promise<string[]> {
  const undo = Symbol("undo");
  let said: string[] = [];
  try {
    await s.shop.platform.db.transaction(async (tx) => {
      await tx.execute(sql.raw(lie));
      said = [...(await checkPayments(tx)), ...(await checkLedger(tx))];
      throw undo;
    });
  } catch (error) {
    if (error !== undo) throw error;
  }
  return said;
}

type Lie = [what: string, lie: string, sentence: RegExp];

const lies: Lie[] = [
  [
    "an order that stands as paid without a payment",
    "update orders set paid_at = now(), payment_status = 'Paid', order_status = 'Completed', receipt_number = 99 where paid_at is null",
    /paid without exactly one matching completed capture/,
  ],
  [
    "a status that contradicts the payment",
    "update orders set payment_status = 'Paid' where paid_at is null",
    /statuses of order .* contradict its payment/,
  ],
  [
    "a paid order whose capture was of another amount",
    "update captures set amount_minor = amount_minor - 1",
    /paid without exactly one matching completed capture/,
  ],
  [
    "a completed capture whose order is not paid",
    `update orders set paid_at = null, payment_status = 'pending', order_status = 'pending', receipt_number = null
       where paid_at is not null`,
    /is paid without|is not although it has one/,
  ],
  [
    "credits that were not granted",
    "update orders set credit = credit + 1 where paid_at is not null",
    /was not granted its credits exactly once/,
  ],
  [
    "a refund that nobody made",
    "update orders set refunded_minor = 100 where paid_at is not null",
    /is not what they amount to/,
  ],
  [
    "a PayPal order over another amount",
    "update payment_attempts set amount_minor = 1",
    /whose amount is not its order's/,
  ],
  [
    "a second payment that stays with the shop",
    `insert into captures (id, attempt_id, order_id, status, amount_minor, currency, problem)
       select 'SECOND', attempt_id, order_id, status, amount_minor, currency, 'second payment' from captures`,
    /second payment SECOND of an order was neither given back/,
  ],
  [
    "a payment of which its order knows nothing",
    `insert into captures (id, attempt_id, order_id, status, amount_minor, currency)
       select 'MISSED', c.attempt_id, o.id, c.status, c.amount_minor, c.currency
       from captures c, orders o where o.paid_at is null`,
    /has a matching completed capture but is not paid/,
  ],
  [
    "credits of an order that is somebody else's",
    "update orders set user_id = (select id from users where role = 'Admin') where paid_at is not null",
    /Credits were granted for .*, which is no paid order/,
  ],
  [
    "money that went back and is in no day's books",
    `insert into reversals (id, capture_id, order_id, kind, state, amount_minor)
       select 'UNBOOKED', id, order_id, 'refund', 'done', 100 from captures`,
    /movements of payment .* are not what/,
  ],
  [
    "credits that the order says were taken back and the ledger does not",
    "update orders set credits_taken = 1 where paid_at is not null",
    /ledger's take-backs for order .* differ from the order's/,
  ],
  ...["paid_at is not null", "paid_at is null"].map(
    (which): Lie => [
      `a coupon on an order that has no use of it, of those whose ${which}`,
      `with made as (
       insert into coupons (id, code, kind, value, package_ids) values ('0', 'TEN', 'percent', 10, '{}') returning id
     ) update orders set coupon_id = made.id from made where ${which}`,
      /use of its coupon by order .* contradicts its payment/,
    ],
  ),
  [
    "a balance beside its ledger",
    "update credit_balances set balance = balance + 1 where balance > 0",
    /sums of user .* differ from the ledger/,
  ],
];

test("the audit tells true books from false ones, beside a running shop, and migrates none", async () => {
  const s = await openPaypalShop();
  await s.paid();
  await s.order();
  expect(await audit(s)).toEqual({ code: 0, text: "The books are true.\n" });
  for (const [what, lie, sentence] of lies) expect((await saidOf(s, lie)).join("\n"), what).toMatch(sentence);

  await s.shop.platform.db.execute("update payment_attempts set amount_minor = 1");
  const found = await audit(s);
  expect(found.code).toBe(1);
  expect(found.text).toContain("whose amount is not its order's");
  expect(found.text).toContain("1 problem.\n");
  await s.shop.platform.db.execute("update payment_attempts set amount_minor = 1250");

  const applied = "from drizzle.__drizzle_migrations";
  await s.shop.platform.db.execute(`delete ${applied} where id = (select max(id) ${applied})`);
  const { rows: before } = await s.shop.platform.db.execute(`select id ${applied}`);
  expect(await audit(s)).toEqual({
    code: 1,
    text: "The database is of an earlier release. Start this one first, or ask with that one.\n",
  });
  expect((await s.shop.platform.db.execute(`select id ${applied}`)).rows).toEqual(before);
});
