import { expect, inject } from "vitest";
import { SHOP } from "#emulators/test/paypal-support.ts";
import { cloneTestDatabase } from "../helpers/test-cluster.ts";
import { openTestShop, sendOrThrow } from "../helpers/test-shop.ts";

let prepared: ReturnType<typeof prepareShop> | undefined;

/** What each shop begins with, made over its routes once in a process: a database that the shops' are copies of. */
export function preparedShop() {
  prepared ??= prepareShop().catch((error) => {
    // One test's failure is not to be that of every later one.
    prepared = undefined;
    throw error;
  });
  return prepared;
}

async function prepareShop() {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const buyer = await shop.signUp({ name: "Ada Lovelace" });
  await sendOrThrow(shop, {
    method: "PUT",
    url: "/api/paypal-settings",
    as: admin,
    body: { clientId: SHOP.clientId, clientSecret: SHOP.secret, enablePayPal: true },
  });
  const pack = await sendOrThrow(shop, {
    method: "POST",
    url: "/add-package",
    as: admin,
    body: { packageName: "Creator", price: "12.50", credit: 10, validity: 30, membershipLevel: "premium" },
  });
  const item = await sendOrThrow(shop, {
    method: "POST",
    url: "/add-item",
    as: admin,
    body: {
      itemName: "Banner Kit",
      price: 7,
      guidelines: "Read me first.",
      accessUrl: "/demo/goods/kit",
      imageUrl: "",
    },
  });
  // A test that looks at the mails finds none of these under way.
  const unsent = () => shop.platform.db.execute("select from outbox where status <> 'sent'");
  await expect.poll(async () => (await unsent()).rowCount).toBe(0);
  await shop.stop();
  const { connectionString: database } = await cloneTestDatabase(inject("postgres"), shop.connectionString);
  return { database, admin, buyer, packageId: pack.data._id as string, itemId: item.data._id as string };
}
