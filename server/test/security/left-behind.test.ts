import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { creditBookings } from "#server/db/tables/credits.ts";
import { outbox } from "#server/db/tables/mail.ts";
import { paymentAttempts } from "#server/db/tables/payments.ts";
import { sessions } from "#server/db/tables/sessions.ts";
import { settings } from "#server/db/tables/settings.ts";
import { webhookDeliveries } from "#server/db/tables/webhooks.ts";
import { eraseAccount } from "#server/features/accounts/erasure/erase-account.ts";
import { sumsOf } from "#server/features/credits/credits.service.ts";
import { isSignedIn, newSession } from "../accounts/helpers.ts";
import { memberWith } from "../generations/generator-shop.ts";
import { openTestShop } from "../helpers/test-shop.ts";
import { billing, type Order, openPaypalShop } from "../payments/paypal-shop.ts";
import { addWebhook } from "../webhooks/receiver.ts";

// What somebody could leave in the shop at no cost, by calls again and again.

test("a credit that is set aside and given back in a loop leaves few lines, and tells webhooks as seldom", async () => {
  const shop = await openTestShop({ env: { RATE_LIMIT_FACTOR: "0.1" } });
  const person = await memberWith(shop, 4);
  await addWebhook(shop, person, "https://hooks.example.com/shop");
  const before = await shop.platform.db.$count(creditBookings);
  for (let n = 0; n < 20; n += 1)
    for (const url of ["/api/deduct-credit", "/api/refund-credit"])
      await shop.send({ method: "POST", url, body: {}, as: person });
  expect((await shop.platform.db.$count(creditBookings)) - before).toBe(24);
  expect(await shop.platform.db.$count(webhookDeliveries)).toBe(12);
});

test("five accounts a day from one address are given the gift, however often one is made anew", async () => {
  const shop = await openTestShop({ env: { RATE_LIMIT_FACTOR: "1" } });
  await shop.platform.db.insert(settings).values({ name: "shop", data: { signUpGift: 3 } });
  const balances: number[] = [];
  const signUp = async (email: string, address = "127.0.0.1") => {
    const payload = { name: "Ada", email, password: "a good password" };
    const made = await shop.http.inject({
      method: "POST",
      url: "/api/auth/sign-up/email",
      payload,
      remoteAddress: address,
    });
    expect(made.statusCode).toBe(200);
    const { id } = made.json().user;
    balances.push((await sumsOf(shop.platform.db, id)).balance);
    return id;
  };
  for (let n = 0; n < 4; n += 1) await eraseAccount(shop.platform, await signUp("again@example.com"));
  for (let n = 0; n < 3; n += 1) await signUp(`ada${n}@example.com`);
  await signUp("elsewhere@example.com", "192.0.2.7");
  expect(balances).toEqual([3, 3, 3, 3, 3, 0, 0, 3]);
});

test("a member makes 120 orders an hour, whether they are paid or not", async () => {
  const shop = await openTestShop({ env: { RATE_LIMIT_FACTOR: "0.1" } });
  const [admin, buyer] = [await shop.signUp({ role: "Admin" }), await shop.signUp()];
  const studio = { packageName: "Studio", price: "9.00", credit: 10, validity: 30 };
  const made = await shop.send({ method: "POST", url: "/add-package", body: studio, as: admin });
  const body = { ...billing, packageId: made.body.data._id };
  const order = async () => (await shop.send({ method: "POST", url: "/new-order", body, as: buyer })).status;
  for (let n = 0; n < 12; n += 1) expect(await order()).toBe(201);
  expect(await order()).toBe(429);
});

test("a member begins sixty payments an hour at PayPal; one that is open, approved or paid for is no new one", async () => {
  const s = await openPaypalShop({ config: { rateLimitFactor: 0.1 } });
  const orders: Order[] = [];
  for (let n = 0; n < 6; n += 1) orders.push(await s.order());
  const ids = [];
  for (const order of orders) ids.push(await s.start(order));
  const start = ({ _id }: Order) => {
    const body = { orderId: _id, kind: "package" };
    return s.shop.send({ method: "POST", url: "/api/paypal/orders", as: s.buyer, body });
  };
  // The sixth ended the first, which would be begun anew.
  const refused = await start(orders[0]);
  expect([refused.status, refused.body.code]).toEqual([429, "TOO_MANY_REQUESTS"]);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(3000);
  expect(await s.shop.platform.db.$count(paymentAttempts)).toBe(6);
  expect(await s.start(orders[1])).toBe(ids[1]);
  for (const n of [0, 2]) {
    await s.approve(ids[n]!);
    expect((await s.capture(ids[n]!)).status).toBe(200);
  }
  await s.start(await s.order(s.admin), s.admin);
});

test("a member's messages bring the staff thirty mails an hour at most, over all tickets", async () => {
  const shop = await openTestShop({ env: { RATE_LIMIT_FACTOR: "1" } });
  const [ada, bob] = [await shop.signUp(), await shop.signUp()];
  const admin = await shop.signUp({ role: "Admin" });
  const open = async (as: typeof ada) => {
    const body = { subject: "Help", message: "It broke this morning." };
    const answer = await shop.send({ method: "POST", url: "/new-support-message", body, as });
    expect(answer.status).toBe(201);
  };
  const told = () => shop.platform.db.$count(outbox, eq(outbox.toEmail, admin.email));
  for (let n = 0; n < 33; n += 1) await open(ada);
  expect(await told()).toBe(30);
  await open(bob);
  expect(await told()).toBe(31);
});

test("of a hundred and one sessions the oldest ends", async () => {
  const shop = await openTestShop();
  const [person, other] = [await shop.signUp(), await shop.signUp()];
  const second = await newSession(shop, person);
  await shop.platform.db.execute(sql`
    insert into sessions (id, token, user_id, expires_at)
    select lpad(n::text, 24, '0'), 'token ' || n, ${person.id}, now() + interval '1 day' from generate_series(1, 98) n`);
  expect(await isSignedIn(shop, person)).toBe(true);
  const newest = await newSession(shop, person);
  const open = [person, second, newest, other].map((each) => isSignedIn(shop, each));
  expect(await Promise.all(open)).toEqual([false, true, true, true]);
  expect(await shop.platform.db.$count(sessions, eq(sessions.userId, person.id))).toBe(100);
});
