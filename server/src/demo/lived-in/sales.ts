import type { ItemRecord } from "#contract/items.ts";
import type { OrderKind } from "#contract/orders.ts";
import type { PackageRecord } from "#contract/packages.ts";
import type { Caller, Callers } from "./callers.ts";

type Instrument = "balance" | "pending";

const billing = {
  address: "12 Harbour Street",
  country: "Norway",
};

/** Orders in every state that an order can have, paid and given back at the demo's PayPal. */
export async function sellToMembers(
  { call }: Callers,
  paypalUrl: string,
  admin: Caller,
  people: Record<"mara" | "jonas" | "priya" | "tom" | "elif" | "sofia", Caller>,
): Promise<void> {
  const sold = {
    package: (await call(null, "GET", "/packages")) as PackageRecord[],
    item: (await call(null, "GET", "/items")) as ItemRecord[],
  };

  async function order(buyer: Caller, kind: OrderKind, name: string, couponCode?: string) {
    const isNamed = (each: { packageName?: string; itemName?: string }) =>
      name === each.packageName || name === each.itemName;
    const goods = sold[kind].find(isNamed);
    if (!goods)
      throw new Error(`The demo does not sell ${name} any more: name another DATA_DIR for a new one.`);
    const body = {
      ...billing,
      customerName: buyer.name,
      packageId: goods._id,
      ...(couponCode ? { couponCode } : {}),
    };
    const url = kind === "package" ? "/new-order" : "/new-item-order";
    return (await call(buyer, "POST", url, body)).data as { _id: string };
  }

  /** As the payer does in PayPal's window; the browser then asks the shop to capture. */
  async function pay(
    buyer: Caller,
    kind: OrderKind,
    name: string,
    { instrument = "balance", couponCode }: { instrument?: Instrument; couponCode?: string } = {},
  ) {
    const made = await order(buyer, kind, name, couponCode);
    const { id } = (await call(buyer, "POST", "/api/paypal/orders", { orderId: made._id, kind })).data;
    const approved = await fetch(`${paypalUrl}/checkoutnow/${id}/approve`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ instrument }),
    });
    if (!approved.ok) throw new Error(`PayPal's window answered ${approved.status}.`);
    await call(buyer, "POST", `/api/paypal/orders/${id}/capture`, {});
    return made;
  }

  const refund = (made: { _id: string }, note: string, amount?: string) =>
    call(admin, "POST", `/api/orders/${made._id}/refund`, { note, ...(amount ? { amount } : {}) });

  const coupon = async (sent: object) =>
    (await call(admin, "POST", "/api/coupons", sent)).data as { id: string; code: string };
  const welcome = await coupon({ code: "WELCOME10", kind: "percent", value: 10, maxUses: 100 });
  const spring = await coupon({ code: "SPRING", kind: "credits", value: 2 });

  const { mara, jonas, priya, tom, elif, sofia } = people;
  await pay(mara, "package", "Creator");
  await pay(mara, "item", "Text Effect Recipes");
  await pay(mara, "item", "Channel Banner Kit");
  await pay(jonas, "package", "Starter", { couponCode: welcome.code });
  await pay(priya, "package", "Studio", { couponCode: welcome.code });
  await pay(priya, "item", "Colour Grade Recipes");
  await pay(sofia, "package", "Starter", { couponCode: spring.code });
  await call(admin, "DELETE", `/api/coupons/${spring.id}`);
  await refund(await pay(tom, "package", "Starter"), "Bought by mistake");
  await refund(await pay(priya, "item", "The Clean Cutout Guide"), "Half, as agreed in the ticket", "3.50");
  await pay(elif, "package", "Creator", { instrument: "pending" });
  await order(tom, "package", "Creator");
  const cancelled = await order(jonas, "package", "Studio");
  await call(jonas, "DELETE", `/order/${cancelled._id}`);
}
