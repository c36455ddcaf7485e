import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { OrderRecord } from "#contract/orders.ts";
import { billing, openPaypalShop } from "../payments/paypal-shop.ts";

const forged = {
  orderId: "CLIENT01",
  paymentId: "FORGED00",
  packagePrice: "0.01",
  processingFee: "0",
  totalPrice: 0.01,
  credit: 9999,
  Validity: 9999,
  paymentStatus: "Paid",
  orderStatus: "Completed",
  customerEmail: "else@example.com",
  currency: "JPY",
  sellerEmail: "else@example.com",
  createdAt: "1999-01-01",
  orderDate: { nested: true },
  userId: "someone",
};

test("a client decides no price, credit, status, owner, e-mail, currency or date", async () => {
  const s = await openPaypalShop();
  const order = await s.order(s.buyer, forged);
  expect(order).toMatchObject({
    totalPrice: "12.50",
    packagePrice: "12.50",
    credit: 10,
    Validity: 30,
    paymentStatus: "pending",
    orderStatus: "pending",
    customerEmail: s.buyer.email,
    currency: "USD",
  });
  expect(order.orderId).not.toBe("CLIENT01");
  expect(order.paymentId).not.toBe("FORGED00");
  expect(new Date(order.createdAt).getFullYear()).toBeGreaterThan(2020);
});

test("an order keeps the feature lines that were bought, through the package's edits and its end; one of a former release has today's", async () => {
  const s = await openPaypalShop();
  const url = `/edit-package/${s.packageId}`;
  const edit = (body: object) => s.shop.send({ method: "PUT", url, as: s.admin, body });
  await edit({ pointOne: "10 credits", pointTwo: " ", pointThree: "30 days" });
  const bought = await s.order();
  const former = await s.order();
  await s.shop.platform.db.execute(sql`update orders set points = null where id = ${former._id}`);
  expect((await edit({ credit: 8, pointOne: "8 credits" })).status).toBe(200);
  await s.shop.send({ method: "DELETE", url: `/package/${s.packageId}`, as: s.admin });
  for (const as of [s.buyer, s.admin]) {
    expect((await s.read(bought, as)).points).toEqual(["10 credits", "30 days"]);
    const { body } = await s.shop.send({ url: "/orders", as });
    expect(body.map(({ points }: OrderRecord) => points)).toEqual([
      ["8 credits", "30 days"],
      ["10 credits", "30 days"],
    ]);
  }
});

test("the same client id answers the same order, also for calls at once, and per user", async () => {
  const s = await openPaypalShop();
  const orders = await Promise.all([1, 2, 3, 4].map(() => s.order(s.buyer, { orderId: "CLIENT01" })));
  expect(new Set(orders.map((order) => order._id)).size).toBe(1);
  const other = await s.shop.signUp();
  const theirs = await s.order(other, { orderId: "CLIENT01" });
  expect(theirs._id).not.toBe(orders[0]._id);
  await s.shop.send({ method: "DELETE", url: `/order/${orders[0]._id}`, as: s.buyer });
  expect((await s.order(s.buyer, { orderId: "CLIENT01" }))._id).not.toBe(orders[0]._id);
  await s.shop.send({ method: "DELETE", url: `/package/${s.packageId}`, as: s.admin });
  expect((await s.order(other, { orderId: "CLIENT01" }))._id).toBe(theirs._id);
});

test("a client id that comes again for another product or with a coupon answers no order in its place", async () => {
  const s = await openPaypalShop();
  const studio = { packageName: "Studio", price: "99.00", credit: 100, validity: 30 };
  const made = await s.shop.send({ method: "POST", url: "/add-package", as: s.admin, body: studio });
  const coupon = { code: "HALF", kind: "percent", value: 50 };
  expect((await s.shop.send({ method: "POST", url: "/api/coupons", as: s.admin, body: coupon })).status).toBe(
    201,
  );
  const again = async (body: object) => {
    const sent = { ...billing, packageId: s.packageId, orderId: "CLIENT01", ...body };
    return s.shop.send({ method: "POST", url: "/new-order", as: s.buyer, body: sent });
  };
  const first = (await again({ couponCode: "half" })).body.data;
  expect((await again({ couponCode: "Half" })).body.data._id).toBe(first._id);
  for (const other of [{}, { packageId: made.body.data._id, couponCode: "half" }, { couponCode: "OTHER" }])
    expect((await again(other)).status).toBe(409);
  expect(await s.read(first)).toMatchObject({ packageName: "Creator", totalPrice: "6.25" });
});

test("sellers and visitors cannot order, and bad input is named field by field", async () => {
  const s = await openPaypalShop();
  const seller = await s.shop.signUp({ role: "Seller" });
  for (const url of ["/new-order", "/new-item-order"]) {
    const refused = await s.shop.send({ method: "POST", url, as: seller, body: {} });
    expect([refused.status, refused.body.message]).toEqual([403, "Sellers cannot purchase products"]);
    expect((await s.shop.send({ method: "POST", url, body: {} })).status).toBe(401);
    const bad = await s.shop.send({
      method: "POST",
      url,
      as: s.buyer,
      body: { packageId: s.packageId, customerName: " ", address: "", country: "Atlantis" },
    });
    expect(bad.status).toBe(400);
    expect(Object.keys(bad.body.fields).sort()).toEqual(["address", "country", "customerName"]);
    const unknown = await s.shop.send({
      method: "POST",
      url,
      as: s.buyer,
      body: { packageId: "0".repeat(24), customerName: "A", address: "B", country: "Other" },
    });
    expect(unknown.status).toBe(404);
  }
});

test("an order is its owner's and the admins': everyone else's calls find nothing", async () => {
  const s = await openPaypalShop();
  const order = await s.order();
  const paypalOrderId = await s.start(order);
  await s.approve(paypalOrderId);
  const other = await s.shop.signUp();
  const calls = [
    { url: `/order/${order._id}` },
    { url: `/order/${order.orderId}` },
    { url: `/order/${order._id}/receipt` },
    { url: `/verify-order/${order._id}` },
    { method: "DELETE", url: `/order/${order._id}` },
    { method: "PUT", url: `/update-payment-status/${order._id}`, body: {} },
    { method: "POST", url: "/api/paypal/orders", body: { orderId: order._id, kind: "package" } },
    { method: "POST", url: `/api/paypal/orders/${paypalOrderId}/capture`, body: {} },
  ];
  for (const call of calls) {
    expect((await s.shop.send({ ...call, as: null })).status, call.url).toBe(401);
    const foreign = await s.shop.send({ ...call, as: other });
    const unknown = await s.shop.send({
      ...call,
      url: call.url
        .replace(order._id, "f".repeat(24))
        .replace(order.orderId, "UNKNOWN1")
        .replace(paypalOrderId, "UNKNOWN"),
      ...(call.body && "orderId" in call.body ? { body: { ...call.body, orderId: "f".repeat(24) } } : {}),
      as: other,
    });
    expect(foreign.status, call.url).toBe(404);
    expect({ ...foreign.body, requestId: "" }).toEqual({ ...unknown.body, requestId: "" });
  }
  const hint = await s.shop.send({
    method: "PUT",
    url: "/update-payment-status/nothing",
    as: other,
    body: {},
  });
  expect(hint.body).toMatchObject({ success: false, matchedCount: 0, message: "Order not found." });
  expect((await s.shop.send({ url: `/order/${order._id}`, as: s.admin })).status).toBe(200);
  expect((await s.shop.send({ url: `/item-order/${order._id}`, as: s.buyer })).status).toBe(404);
  expect((await s.capture(paypalOrderId, s.admin)).status).toBe(404);
  const moderator = await s.shop.signUp({ role: "moderator" });
  expect((await s.shop.send({ url: `/order/${order._id}`, as: moderator })).status).toBe(404);
});

test("lists are the caller's own, for admins all; paged, sorted, searched and filtered in the database", async () => {
  const s = await openPaypalShop();
  const { order: paid } = await s.paid();
  const pending = await s.order();
  const other = await s.shop.signUp({ name: "Grace Hopper" });
  const foreign = await s.order(other, { customerName: "Grace Hopper" });
  const ids = async (query: string, as = s.buyer) => {
    const answer = await s.shop.send({ url: `/orders${query}`, as });
    expect(answer.status).toBe(200);
    return answer.body.map((one: { _id: string }) => one._id);
  };
  expect(await ids("")).toEqual([pending._id, paid._id]);
  expect(await ids(`?userEmail=${s.buyer.email.toUpperCase()}`)).toEqual([pending._id, paid._id]);
  expect(await ids(`?userEmail=${other.email}`)).toEqual([]);
  expect(await ids("", s.admin)).toEqual([foreign._id, pending._id, paid._id]);
  expect(await ids(`?userEmail=${other.email}`, s.admin)).toEqual([foreign._id]);
  expect(await ids("?userEmail=nobody@example.com", s.admin)).toEqual([]);
  expect(await ids("?paymentStatus=PENDING")).toEqual([pending._id]);
  expect(await ids("?paymentStatus=paid")).toEqual([paid._id]);
  expect(await ids("?q=hopper", s.admin)).toEqual([foreign._id]);
  expect(await ids(`?q=${paid.orderId.toLowerCase()}`)).toEqual([paid._id]);
  expect(await ids("?q=100%25")).toEqual([]);
  expect(await ids("?q=lovelace")).toEqual([]);
  expect(await ids("?q=creator")).toHaveLength(2);
  expect(await ids("?q=completed")).toEqual([paid._id]);
  expect(await ids("?q=12.5")).toHaveLength(2);
  expect(await ids(`?q=${paid.orderDate}`)).toHaveLength(2);
  expect(await ids("?sort=createdAt&order=asc")).toEqual([paid._id, pending._id]);
  expect(await ids("?sort=daysLeft&order=asc")).toEqual([paid._id, pending._id]);
  const today = new Date().toISOString().slice(0, 10);
  expect(await ids(`?from=${today}&to=${today}`)).toHaveLength(2);
  expect(await ids("?to=2020-01-01")).toEqual([]);
  const page = await s.shop.send({ url: "/orders?page=2&pageSize=1", as: s.buyer });
  expect(page.body.map((one: { _id: string }) => one._id)).toEqual([paid._id]);
  expect(page.headers["x-total-count"]).toBe("2");
  expect(page.headers.link).toContain('rel="prev"');
  for (const bad of [
    "?page=0",
    "?pageSize=101",
    "?sort=secret",
    "?order=up",
    "?from=2023-02-30",
    "?userEmail=a&userEmail=b",
    "?userEmail[]=a",
  ]) {
    expect((await s.shop.send({ url: `/orders${bad}`, as: s.buyer })).status, bad).toBe(400);
  }
  expect((await s.shop.send({ url: "/orders" })).status).toBe(401);
});

test("days left sorts 'Expired' first ascending and orders without a membership last, and is in the export", async () => {
  const s = await openPaypalShop();
  const { order: running } = await s.paid();
  const { order: expired } = await s.paid();
  const pending = await s.order();
  await s.shop.platform.db.execute(
    sql`update orders set membership_validity = now() - interval '1 hour' where id = ${expired._id}`,
  );
  const listed = async (order: string) =>
    (await s.shop.send({ url: `/orders?sort=daysLeft&order=${order}`, as: s.admin })).body.map(
      ({ _id, daysLeft }: OrderRecord) => [_id, typeof daysLeft === "number" ? "days" : daysLeft],
    );
  const rows = [
    [expired._id, "Expired"],
    [running._id, "days"],
    [pending._id, null],
  ];
  expect(await listed("asc")).toEqual(rows);
  expect(await listed("desc")).toEqual([rows[1], rows[0], rows[2]]);
  const { text } = await s.shop.send({ url: "/api/orders.csv", as: s.admin });
  const [head, ...lines] = text
    .trim()
    .split("\r\n")
    .map((line) => line.split(","));
  const column = head!.indexOf("Days left");
  const exported = Object.fromEntries(lines.map((cells) => [cells[0], cells[column]]));
  expect(exported).toEqual({
    [pending.orderId]: "",
    [running.orderId]: expect.stringMatching(/^\d+$/),
    [expired.orderId]: "Expired",
  });
});

test("the export holds every order of the filter and no formula", async () => {
  const s = await openPaypalShop();
  await s.order(s.buyer, { customerName: "=1+1" });
  await s.paid();
  expect((await s.shop.send({ url: "/api/orders.csv", as: s.buyer })).status).toBe(403);
  const all = await s.shop.send({ url: "/api/orders.csv", as: s.admin });
  expect(all.headers["content-type"]).toBe("text/csv; charset=utf-8");
  expect(all.text.split("\r\n")).toHaveLength(4);
  expect(all.text).toContain("'=1+1");
  const paid = await s.shop.send({ url: "/api/orders.csv?kind=package&paymentStatus=Paid", as: s.admin });
  expect(paid.text.split("\r\n")).toHaveLength(3);
});

test("an order keeps what was bought, whatever becomes of the package", async () => {
  const s = await openPaypalShop();
  const order = await s.order();
  await s.shop.send({
    method: "PUT",
    url: `/edit-package/${s.packageId}`,
    as: s.admin,
    body: { price: 99, credit: 1 },
  });
  await s.shop.send({ method: "DELETE", url: `/package/${s.packageId}`, as: s.admin });
  const paypalOrderId = await s.start(order);
  await s.approve(paypalOrderId);
  await s.capture(paypalOrderId);
  expect(await s.read(order)).toMatchObject({
    paymentStatus: "Paid",
    totalPrice: "12.50",
    packageName: "Creator",
  });
  expect(await s.balance()).toBe(10);
});

test("only pending orders can be cancelled, and an admin's deletion is in the audit log", async () => {
  const s = await openPaypalShop();
  const { order: paid } = await s.paid();
  for (const as of [s.buyer, s.admin]) {
    const refused = await s.shop.send({ method: "DELETE", url: `/order/${paid._id}`, as });
    expect([refused.status, refused.body.message]).toEqual([409, "Failed to delete order."]);
  }
  const pending = await s.order();
  expect((await s.shop.send({ method: "DELETE", url: `/order/${pending._id}`, as: s.admin })).status).toBe(
    200,
  );
  expect((await s.shop.send({ method: "DELETE", url: `/order/${pending._id}`, as: s.admin })).status).toBe(
    404,
  );
  const log = await s.shop.send({ url: "/api/audit-log", as: s.admin });
  expect(log.body[0]).toMatchObject({ action: "DELETE /order/{id}", subject: `order:${pending.orderId}` });
});

test("a receipt exists once paid, for the owner and admins, whatever script the name is in", async () => {
  const s = await openPaypalShop();
  const order = await s.order(s.buyer, {
    customerName: "Żółć Привет שלום 日本 Đặng",
    address: "Straße 1 🏠",
  });
  const before = await s.shop.send({ url: `/order/${order._id}/receipt`, as: s.buyer });
  expect(before.status).toBe(409);
  const paypalOrderId = await s.start(order);
  await s.approve(paypalOrderId);
  await s.capture(paypalOrderId);
  for (const as of [s.buyer, s.admin]) {
    const receipt = await s.shop.send({ url: `/order/${order.orderId}/receipt`, as });
    expect(receipt.status).toBe(200);
    expect(receipt.headers["content-disposition"]).toBe('attachment; filename="receipt-R-000001.pdf"');
  }
});
