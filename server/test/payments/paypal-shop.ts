import { eq } from "drizzle-orm";
import { expect, onTestFinished } from "vitest";
import { startPaypal, type TestPaypal } from "#emulators/test/paypal-support.ts";
import type { Config } from "#server/config.ts";
import { users } from "#server/db/tables/users.ts";
import { balanceOf, checkLedger } from "#server/features/credits/credits.service.ts";
import { checkPayments } from "#server/features/payments/payments.service.ts";
import { reconcile } from "#server/features/payments/reconcile.ts";
import { freePort } from "../../../e2e/helpers/free-port.ts";
import { watchSecondConnections } from "../helpers/second-connections.ts";
import {
  type Answer,
  openTestShop,
  type Person,
  type SendOptions,
  sendOrThrow,
  type TestShop,
} from "../helpers/test-shop.ts";
import { preparedShop } from "./prepared-shop.ts";

export interface PaypalShop {
  shop: TestShop;
  paypal: TestPaypal;
  admin: Person;
  buyer: Person;
  /** `_id` of a package: 12.50 USD, 10 credits, 30 days of premium. */
  packageId: string;
  /** `_id` of an item: 7.00 USD. */
  itemId: string;
  order(as?: Person, body?: object): Promise<Order>;
  itemOrder(as?: Person, body?: object): Promise<Order>;
  /** Makes PayPal's order for a shop's order; answers its id. */
  start(order: Order, as?: Person): Promise<string>;
  approve(paypalOrderId: string, body?: object): Promise<void>;
  capture(paypalOrderId: string, as?: Person): Promise<Answer>;
  /** A paid order, and PayPal's capture id. */
  paid(kind?: "package" | "item"): Promise<{ order: Order; paypalOrderId: string; captureId: string }>;
  read(order: Order, as?: Person): Promise<Order>;
  balance(person?: Person): Promise<number>;
  membership(person?: Person): Promise<{ level: string; end: string | null }>;
  fault(fault: object): Promise<void>;
  /** Everything due is made due now, and the reconciler works until nothing is. */
  heal(): Promise<void>;
  /** Delivers the held events in their order; answers the statuses that the shop gave. */
  flush(body?: object): Promise<number[]>;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
export type Order = any;

export const billing = {
  customerName: "Ada Lovelace",
  address: "1 Analytical Road",
  country: "United Kingdom",
};

/**
 * A shop with a PayPal of its own, over HTTP both ways; webhooks are held until the test lets them go. After the
 * test, the books must be true.
 */
export async function openPaypalShop(
  options: { webhooks?: boolean; config?: Partial<Config>; now?: () => number } = {},
): Promise<PaypalShop> {
  const paypal = await startPaypal({ deliverWebhooks: false, now: options.now ?? Date.now });
  const port = await freePort();
  const { database, packageId, itemId, ...people } = await preparedShop();
  const [admin, buyer] = [{ ...people.admin }, { ...people.buyer }];
  const shop = await openTestShop({
    env: { APP_URL: `http://127.0.0.1:${port}`, PAYPAL_API_URL: paypal.baseUrl },
    copyOf: database,
    ...(options.config ? { config: options.config } : {}),
  });
  // The people signed in when the copied shop was made; by now their proof of who sits there may be too old.
  await shop.platform.db.execute("update sessions set proven_at = now()");
  await shop.http.listen({ host: "127.0.0.1", port });
  // What a test counts at PayPal is its own.
  await shop.started;
  const must = (request: SendOptions) => sendOrThrow(shop, request);
  if (options.webhooks !== false)
    await must({ method: "POST", url: "/api/paypal-settings/webhook", as: admin, body: {} });
  const secondConnections = watchSecondConnections(shop.platform);
  onTestFinished(async () => {
    expect(secondConnections).toEqual([]);
    expect(await checkPayments(shop.platform.db)).toEqual([]);
    expect(await checkLedger(shop.platform.db)).toEqual([]);
  });

  const self: PaypalShop = {
    shop,
    paypal,
    admin,
    buyer,
    packageId,
    itemId,
    order: async (as = buyer, body = {}) =>
      (
        await must({
          method: "POST",
          url: "/new-order",
          as,
          body: { ...billing, packageId, ...body },
        })
      ).data,
    itemOrder: async (as = buyer, body = {}) =>
      (
        await must({
          method: "POST",
          url: "/new-item-order",
          as,
          body: { ...billing, packageId: itemId, ...body },
        })
      ).data,
    start: async (order, as = buyer) => {
      const kind = "itemName" in order ? "item" : "package";
      return (
        await must({ method: "POST", url: "/api/paypal/orders", as, body: { orderId: order._id, kind } })
      ).data.id;
    },
    approve: async (id, body = {}) => {
      const answer = await paypal.control("POST", `/approve/${id}`, body);
      expect(answer.status).toBe(200);
    },
    capture: (id, as = buyer) =>
      shop.send({ method: "POST", url: `/api/paypal/orders/${id}/capture`, as, body: {} }),
    paid: async (kind = "package") => {
      const order = kind === "package" ? await self.order() : await self.itemOrder();
      const paypalOrderId = await self.start(order);
      await self.approve(paypalOrderId);
      const answer = await self.capture(paypalOrderId);
      expect(answer.status).toBe(200);
      return { order, paypalOrderId, captureId: answer.body.data.paypalTransactionID };
    },
    read: async (order, as = buyer) =>
      must({ url: `${"itemName" in order ? "/item-order" : "/order"}/${order._id}`, as }),
    membership: async (person = buyer) => {
      const [row] = await shop.platform.db
        .select({ level: users.membership, end: users.membershipValidity })
        .from(users)
        .where(eq(users.id, person.id));
      return { level: row!.level, end: row!.end?.toISOString() ?? null };
    },
    balance: (person = buyer) => balanceOf(shop.platform.db, person.id),
    fault: async (fault) => {
      const answer = await paypal.control("POST", "/faults", fault);
      expect(answer.status).toBe(201);
    },
    heal: async () => {
      await shop.platform.db.execute(
        "update payment_attempts set check_at = now() - interval '1 second' where check_at is not null",
      );
      await shop.platform.db.execute(
        "update refund_requests set check_at = now() - interval '1 second' where check_at is not null",
      );
      while (await reconcile(shop.platform));
    },
    flush: async (body = {}) => {
      const answer = await paypal.control("POST", "/webhooks/flush", body);
      return answer.body.results.map((result: { status: number }) => result.status);
    },
  };
  return self;
}

/** An order of which PayPal took the money a second time, by one call, as a payment system gone wrong may do. */
export async function paidTwice(s: PaypalShop): Promise<Order> {
  const order = await s.order();
  const paypalOrderId = await s.start(order);
  await s.approve(paypalOrderId);
  await s.fault({ on: "capture", fault: "duplicate-capture" });
  expect((await s.capture(paypalOrderId)).status).toBe(200);
  return order;
}

export const refund = (s: PaypalShop, order: Order, body: object = {}) =>
  s.shop.send({ method: "POST", url: `/api/orders/${order._id}/refund`, as: s.admin, body });

/** How often PayPal was asked for a refund since it was last told to forget what it was asked. */
export async function refundsAsked(s: PaypalShop): Promise<number> {
  const { body } = await s.paypal.control("GET", "/requests");
  return body.filter(({ path }: { path: string }) => path.endsWith("/refund")).length;
}
