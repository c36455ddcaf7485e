import { expect, onTestFinished, test, vi } from "vitest";
import { recheckCaptures } from "#server/features/payments/recheck-captures.ts";
import { reconcile } from "#server/features/payments/reconcile.ts";
import { holdJobs } from "../helpers/hold-jobs.ts";
import { openPaypalShop, refund } from "./paypal-shop.ts";

for (const minutes of [-10, 10]) {
  const wrong = minutes < 0 ? "ten minutes slow" : "ten minutes fast";
  test(`payments fall due by the database's clock where that of the process is ${wrong}`, async () => {
    const s = await openPaypalShop();
    const { db } = s.shop.platform;
    await holdJobs(s.shop.connectionString, ["payments", "payment-reviews"]);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + minutes * 60_000 });
    onTestFinished(() => void vi.useRealTimers());
    /** In seconds from the database's present. */
    const times = async (table: string, ...columns: string[]) => {
      const told = columns.map((name) => `round(extract(epoch from ${name} - now()))::int as ${name}`);
      return (await db.execute<Record<string, number>>(`select ${told} from ${table}`)).rows[0];
    };
    const about = (seconds: number) => expect.closeTo(seconds, -1);
    const fallsDue = (table: string) =>
      db.execute(`update ${table} set check_at = now() - interval '1 second'`);

    const order = await s.order();
    const paypalOrderId = await s.start(order);
    expect(await times("payment_attempts", "created_at", "updated_at", "check_at")).toEqual({
      created_at: about(0),
      updated_at: about(0),
      check_at: about(40),
    });
    await s.approve(paypalOrderId);
    await s.fault({ on: "capture", fault: "reset" });
    expect((await s.capture(paypalOrderId)).status).toBe(202);
    expect(await times("payment_attempts", "check_at")).toEqual({ check_at: about(5) });
    await fallsDue("payment_attempts");
    await reconcile(s.shop.platform);
    expect(await times("orders", "paid_at")).toEqual({ paid_at: about(0) });
    expect(await times("captures", "fulfilled_at", "check_at")).toEqual({
      fulfilled_at: about(0),
      check_at: about(86_400),
    });
    await fallsDue("captures");
    await recheckCaptures(s.shop.platform);
    expect(await times("captures", "check_at")).toEqual({ check_at: about(86_400) });

    await s.fault({ on: "refund", fault: "503" });
    expect((await refund(s, order)).status).toBe(202);
    expect(await times("refund_requests", "created_at", "check_at")).toEqual({
      created_at: about(0),
      check_at: about(20),
    });
    await fallsDue("refund_requests");
    await reconcile(s.shop.platform);
    expect(await s.read(order)).toMatchObject({ paymentStatus: "Refunded" });
    expect(await times("orders", "membership_taken_at")).toEqual({ membership_taken_at: about(0) });
  });
}
