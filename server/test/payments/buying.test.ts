import { expect, test } from "vitest";
import { openPaypalShop } from "./paypal-shop.ts";

test("a package is ordered, paid through PayPal and granted: statuses, credits, membership, receipt, mails", async () => {
  const s = await openPaypalShop();
  const order = await s.order();
  expect(order).toMatchObject({
    packageName: "Creator",
    packagePrice: "12.50",
    processingFee: "0.00",
    totalPrice: "12.50",
    currency: "USD",
    paymentStatus: "pending",
    orderStatus: "pending",
    credit: 10,
    Validity: 30,
    MembershipValidity: null,
    customerEmail: s.buyer.email,
    country: "United Kingdom",
  });
  expect(order.orderId).toMatch(/^[A-Z0-9]{8}$/);
  expect(order.orderDate).toMatch(/^\d\d\/\d\d\/\d{4}$/);

  const paypalOrderId = await s.start(order);
  const { body: made } = await s.paypal.control("GET", "/orders");
  expect(made[0].purchase_units[0]).toMatchObject({
    custom_id: order.orderId,
    invoice_id: order.paymentId,
    description: "Creator",
    amount: {
      currency_code: "USD",
      value: "12.50",
      breakdown: { item_total: { value: "12.50" }, handling: { value: "0.00" } },
    },
  });
  expect((await s.capture(paypalOrderId)).body).toMatchObject({ code: "ORDER_NOT_APPROVED" });
  await s.approve(paypalOrderId);
  const captured = await s.capture(paypalOrderId);
  expect(captured.status).toBe(200);
  expect(captured.body).toMatchObject({
    success: true,
    data: { orderId: order.orderId, paymentStatus: "Paid" },
  });

  const paid = await s.read(order);
  const end = new Date(new Date(order.createdAt).getTime() + 30 * 86_400_000).toISOString();
  expect(paid).toMatchObject({
    paymentStatus: "Paid",
    orderStatus: "Completed",
    paymentMethod: "Paypal",
    MembershipValidity: end,
    daysLeft: 30,
    receiptNumber: 1,
    paypalTransactionID: captured.body.data.paypalTransactionID,
  });
  expect(await s.balance()).toBe(10);
  expect(await s.membership()).toEqual({ level: "premium", end });

  const latest = () => s.shop.send({ url: "/api/purchases/latest", as: s.buyer });
  expect((await latest()).body.data).toMatchObject({
    orderId: order.orderId,
    packageName: "Creator",
    receiptNumber: 1,
    creditsAdded: 10,
    creditsSettled: 0,
    currentBalance: 10,
    membership: { level: "premium", until: end },
    item: null,
  });
  await s.shop.send({ method: "POST", url: "/api/deduct-credit", as: s.buyer, body: {} });
  expect((await latest()).body.data, "the credits are in use").toBeNull();

  const receipt = await s.shop.send({ url: `/order/${order.orderId}/receipt`, as: s.buyer });
  expect(receipt.headers["content-type"]).toBe("application/pdf");
  expect(receipt.text.slice(0, 5)).toBe("%PDF-");
  const history = await s.shop.send({ url: `/api/orders/${order._id}/history`, as: s.admin });
  expect(history.body.data.filter((line: { kind: string }) => line.kind === "mail")).toMatchObject([
    { title: "Receipt", details: { toEmail: s.buyer.email } },
  ]);
});

test("what has a long name in any script can be paid", async () => {
  const s = await openPaypalShop();
  for (const sign of ["a", "é", "漢", "👩‍🚀"]) {
    const { status, body } = await s.shop.send({
      method: "POST",
      url: "/add-item",
      as: s.admin,
      body: {
        itemName: sign.repeat(200 / sign.length),
        price: 5,
        guidelines: "",
        accessUrl: "",
        imageUrl: "",
      },
    });
    expect(status, body.message).toBe(201);
    expect(await s.start(await s.itemOrder(s.buyer, { packageId: body.data._id })), sign).toBeTruthy();
  }
});

test("an item's goods are blank until it is paid, then stand on the order and go out by mail", async () => {
  const s = await openPaypalShop();
  const order = await s.itemOrder();
  expect(order).toMatchObject({ guidelines: "", accessUrl: "", itemName: "Banner Kit", totalPrice: "7.00" });
  const list = await s.shop.send({ url: "/item-orders", as: s.buyer });
  expect(list.body[0]).toMatchObject({ guidelines: "", accessUrl: "" });
  const paypalOrderId = await s.start(order);
  await s.approve(paypalOrderId);
  await s.capture(paypalOrderId);
  expect(await s.read(order)).toMatchObject({
    paymentStatus: "Paid",
    guidelines: "Read me first.",
    accessUrl: "/demo/goods/kit",
  });
  const latest = await s.shop.send({ url: "/api/purchases/latest?kind=item", as: s.buyer });
  expect(latest.body.data).toMatchObject({
    membership: null,
    item: { orderId: order.orderId, accessUrl: "/demo/goods/kit" },
  });
  expect((await s.shop.send({ url: "/api/purchases/latest", as: s.buyer })).body.data).toBeNull();
  expect(await s.balance()).toBe(0);
  const history = await s.shop.send({ url: `/api/orders/${order._id}/history`, as: s.admin });
  const mails = history.body.data.filter((line: { kind: string }) => line.kind === "mail");
  expect(mails.map((line: { title: string }) => line.title)).toEqual(["Receipt", "Item access"]);
});

test("every call after a payment may be repeated and changes nothing", async () => {
  const s = await openPaypalShop();
  const { order, paypalOrderId } = await s.paid();
  for (let round = 0; round < 2; round += 1) {
    expect((await s.capture(paypalOrderId)).status).toBe(200);
    const hint = await s.shop.send({
      method: "PUT",
      url: `/update-payment-status/${order._id}`,
      as: s.buyer,
      body: {},
    });
    expect(hint.body).toEqual({ success: true, matchedCount: 1, modifiedCount: 0 });
    const verify = await s.shop.send({ url: `/verify-order/${order.orderId}`, as: s.buyer });
    expect(verify.body.data).toMatchObject({ paymentStatus: "Paid", orderStatus: "Completed" });
    await s.paypal.control("POST", "/webhooks/duplicate", { times: 3, concurrent: true });
    await s.heal();
  }
  expect(await s.balance()).toBe(10);
  const again = await s.shop.send({
    method: "POST",
    url: "/api/paypal/orders",
    as: s.buyer,
    body: { orderId: order._id, kind: "package" },
  });
  expect(again.status).toBe(409);
});

test("two tabs that pay the same order at once pay once", async () => {
  const s = await openPaypalShop();
  const order = await s.order();
  const [first, second] = await Promise.all([s.start(order), s.start(order)]);
  expect(first).toBe(second);
  await s.approve(first!);
  const answers = await Promise.all([s.capture(first!), s.capture(first!), s.capture(first!)]);
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
  expect(await s.balance()).toBe(10);
  expect((await s.read(order)).receiptNumber).toBe(1);
});

test("a renewal counts from the end of the membership that still runs", async () => {
  const s = await openPaypalShop();
  const first = await s.paid();
  const second = await s.paid();
  const [a, b] = [await s.read(first.order), await s.read(second.order)];
  expect(new Date(b.MembershipValidity).getTime() - new Date(a.MembershipValidity).getTime()).toBe(
    30 * 86_400_000,
  );
  expect(b.receiptNumber).toBe(a.receiptNumber + 1);
});

test("a cancelled order is revived by the payment that arrives late", async () => {
  const s = await openPaypalShop();
  const order = await s.order();
  const paypalOrderId = await s.start(order);
  await s.approve(paypalOrderId);
  await s.fault({ on: "capture", fault: "reset-after-effect" });
  expect((await s.capture(paypalOrderId)).body).toMatchObject({
    success: true,
    code: "PENDING_VERIFICATION",
  });
  const cancel = await s.shop.send({ method: "DELETE", url: `/order/${order._id}`, as: s.buyer });
  expect(cancel.body).toEqual({ success: true, message: "Order deleted successfully!" });
  expect((await s.shop.send({ url: `/order/${order._id}`, as: s.buyer })).status).toBe(404);
  await s.heal();
  expect(await s.read(order)).toMatchObject({ paymentStatus: "Paid", orderStatus: "Completed" });
  const remove = await s.shop.send({ method: "DELETE", url: `/order/${order._id}`, as: s.admin });
  expect(remove.status).toBe(409);
  expect(remove.body.message).toBe("Failed to delete order.");
});

test("a cancelled order is not captured behind the payer's back", async () => {
  const s = await openPaypalShop();
  const order = await s.order();
  const paypalOrderId = await s.start(order);
  await s.shop.send({ method: "DELETE", url: `/order/${order._id}`, as: s.buyer });
  await s.approve(paypalOrderId);
  expect(await s.flush()).toEqual([200]);
  await s.heal();
  const { body } = await s.paypal.control("GET", "/orders");
  expect(body[0].status).toBe("APPROVED");
});
