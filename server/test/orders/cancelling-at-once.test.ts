import { expect, test } from "vitest";
import { holdJobs } from "../helpers/hold-jobs.ts";
import { untilWaiting } from "../helpers/lock-waits.ts";
import { openPaypalShop, type PaypalShop } from "../payments/paypal-shop.ts";

/** Sends cancellations of an order that somebody else is changing, who is done once they all wait. */
async function cancelMeanwhile(
  { shop }: PaypalShop,
  change: string,
  cancel: Parameters<typeof shop.send>[0][],
) {
  const other = await holdJobs(shop.connectionString, []);
  await other.query("begin");
  await other.query(change);
  const answers = Promise.all(cancel.map((each) => shop.send(each)));
  await untilWaiting(shop.platform.db, cancel.length);
  await other.query("commit");
  return (await answers).map(({ status }) => status).sort();
}

test("an order that is paid in the moment in which it is cancelled is not cancelled", async () => {
  const s = await openPaypalShop();
  const order = await s.order();
  const cancel = { method: "DELETE", url: `/order/${order._id}`, as: s.buyer };
  const paid = "update orders set payment_status = 'Paid'";
  expect(await cancelMeanwhile(s, paid, [cancel])).toEqual([409]);
  expect((await s.read(order)).paymentStatus).toBe("Paid");
  // The books are looked at when the test has ended.
  await s.shop.platform.db.execute("update orders set payment_status = 'pending'");
});

test("of two cancellations of one order at once the second finds none, and one line tells of it", async () => {
  const s = await openPaypalShop();
  const { _id } = await s.itemOrder();
  const cancel = { method: "DELETE", url: `/item-order/${_id}`, as: s.admin };
  expect(await cancelMeanwhile(s, "select from orders for update", [cancel, cancel])).toEqual([200, 404]);
  const log = await s.shop.send({ url: "/api/audit-log?action=item-order", as: s.admin });
  expect(log.body).toHaveLength(1);
});

test("what a buyer cancels is no line of the audit log, which is the back office's", async () => {
  const s = await openPaypalShop();
  const { _id } = await s.order();
  expect((await s.shop.send({ method: "DELETE", url: `/order/${_id}`, as: s.buyer })).status).toBe(200);
  expect((await s.shop.send({ url: "/api/audit-log?action=DELETE", as: s.admin })).body).toEqual([]);
});
