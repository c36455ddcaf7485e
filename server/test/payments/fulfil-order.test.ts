import { expect, test } from "vitest";
import { outbox } from "#server/db/tables/mail.ts";
import { captures } from "#server/db/tables/payments.ts";
import { lockOrderById } from "#server/features/orders/orders.service.ts";
import { fulfilOrder } from "#server/features/payments/capture/fulfil-order.ts";
import { openPaypalShop } from "./paypal-shop.ts";

test("an order that is paid is not fulfilled again, whoever asks: no credit, receipt number, month or mail more", async () => {
  const s = await openPaypalShop();
  const { db } = s.shop.platform;
  const { order } = await s.paid();
  const [capture] = await db.select().from(captures);
  const state = async () => ({
    balance: await s.balance(),
    membership: await s.membership(),
    order: await db.transaction((tx) => lockOrderById(tx, order._id)),
    captures: await db.select().from(captures),
    mails: (await db.select({ key: outbox.dedupeKey }).from(outbox)).length,
  });
  const before = await state();
  const again = await db.transaction(async (tx) =>
    fulfilOrder(s.shop.platform, tx, (await lockOrderById(tx, order._id))!, capture!, "webhook"),
  );
  expect(again).toEqual(before.order);
  expect(await state()).toEqual(before);
  await s.paid();
  expect((await s.read(order)).receiptNumber, "no number is left out").toBe(1);
  expect(await s.balance()).toBe(20);
});

test("what fulfils an order answers it as it then stands: paid and completed, by which capture, with its number", async () => {
  const s = await openPaypalShop();
  const { db } = s.shop.platform;
  const order = await s.order();
  const paypalOrderId = await s.start(order);
  await s.approve(paypalOrderId);
  await s.fault({ on: "capture", fault: "pending" });
  await s.capture(paypalOrderId);
  const [capture] = await db.select().from(captures);
  const fulfilled = await db
    .transaction(async (tx) => {
      const found = (await lockOrderById(tx, order._id))!;
      throw await fulfilOrder(s.shop.platform, tx, found, { ...capture!, status: "COMPLETED" }, "webhook");
    })
    .catch((thrown: unknown) => thrown);
  expect(fulfilled).toMatchObject({
    id: order._id,
    paymentStatus: "Paid",
    orderStatus: "Completed",
    paymentMethod: "Paypal",
    paypalTransactionId: capture!.id,
    receiptNumber: 1,
    reconciledBy: "webhook",
    deletedAt: null,
  });
  expect(await s.balance(), "a transaction that is undone has given nothing").toBe(0);
  expect(await s.read(order)).toMatchObject({ paymentStatus: "pending", receiptNumber: null });
});
