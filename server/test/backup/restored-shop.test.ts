import { appendFile, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import { expect, inject, onTestFinished, test, vi } from "vitest";
import { createBackup } from "#server/db/backup/create-backup.ts";
import { newCode, newId } from "#server/db/ids.ts";
import { nextReceiptNumber } from "#server/features/orders/orders.repository.ts";
import { isSignedIn, userRow } from "../accounts/helpers.ts";
import { cloneTestDatabase } from "../helpers/test-cluster.ts";
import { openTestShop, type Person, type TestShop } from "../helpers/test-shop.ts";
import { folder, restore } from "./restoring.ts";

async function addReceipt(shop: TestShop, person: Person, number: number): Promise<void> {
  await shop.platform.db.execute(sql`
    insert into orders (id, kind, order_id, payment_id, user_id, product_id, product_name, price_minor, total_minor,
      currency, customer_name, customer_email, address, country, payment_status, order_status, receipt_number, paid_at)
    values (${newId()}, 'item', ${newCode()}, ${newCode()}, ${person.id}, ${newId()}, 'Kit', 700, 700, 'USD', 'A',
      ${person.email}, 'B', 'Other', 'Paid', 'Completed', ${number}, now())`);
}

/** A shop with a backup, after which somebody was erased, somebody disabled and two receipts given. */
async function shopWithBackup() {
  const dataDir = await folder();
  const { connectionString, drop } = await cloneTestDatabase(inject("postgres"));
  onTestFinished(drop);
  const shop = await openTestShop({ database: connectionString, dataDir });
  const admin = await shop.signUp({ role: "Admin" });
  const [erased, disabled, stays] = [await shop.signUp(), await shop.signUp(), await shop.signUp()];
  await addReceipt(shop, stays, 7);
  const file = path.join(dataDir, "shop.backup");
  await createBackup({ connectionString, uploadsDir: undefined, file });
  await addReceipt(shop, stays, 8);
  await addReceipt(shop, stays, 9);
  const goes = await shop.send({ method: "DELETE", url: `/api/users/${erased.id}`, as: admin });
  expect(goes.status).toBe(200);
  const off = await shop.send({
    method: "PUT",
    url: `/api/users/${disabled.id}`,
    as: admin,
    body: { disabled: true },
  });
  expect(off.status).toBe(200);
  const list = path.join(dataDir, "erasures");
  await vi.waitFor(async () => expect(await readFile(list, "utf8")).toBe(`${erased.id}\n`), 20_000);
  await shop.stop();
  return { connectionString, dataDir, file, list, erased, disabled, stays };
}

test("a restore over a shop ends all sessions, and keeps erased people erased, disabled ones disabled and receipts' numbers", async () => {
  const { connectionString, dataDir, file, list, erased, disabled, stays } = await shopWithBackup();
  // What the replaced database knows does without the list beside it.
  await rm(list);
  const told = await restore(connectionString, dataDir, file, "--replace");
  expect(told).toContain("1 erased since were erased again.");
  expect(told).toContain("The next receipt gets the number 10.");
  expect(told).toContain(`PayPal's activity report from ${new Date().toISOString().slice(0, 10)} on`);
  const shop = await openTestShop({ database: connectionString, dataDir });
  expect(await isSignedIn(shop, stays)).toBe(false);
  expect((await userRow(shop, stays.id)).disabledAt).toBeNull();
  expect((await userRow(shop, erased.id)).deletedAt).not.toBeNull();
  expect((await userRow(shop, erased.id)).email).not.toBe(erased.email);
  expect((await userRow(shop, disabled.id)).disabledAt).not.toBeNull();
  expect(await nextReceiptNumber(shop.platform.db)).toBe(10);
  await addReceipt(shop, stays, 10);
  expect(await nextReceiptNumber(shop.platform.db)).toBe(11);
});

test("a restore on another machine takes the list of erased people, and begins receipts far beyond what may have been given", async () => {
  const { file, list, erased, stays } = await shopWithBackup();
  for (const [more, isErased, next] of [
    [["--erasures", list], true, 10_008],
    [["--as-saved"], false, 8],
  ] as const) {
    const { connectionString, drop } = await cloneTestDatabase(inject("postgres"));
    onTestFinished(drop);
    const dataDir = await folder();
    const told = await restore(connectionString, dataDir, file, "--replace", ...more);
    expect(told).toContain(`The next receipt gets the number ${next}.`);
    const shop = await openTestShop({ database: connectionString, dataDir });
    expect((await userRow(shop, erased.id)).deletedAt !== null).toBe(isErased);
    expect(await nextReceiptNumber(shop.platform.db)).toBe(next);
    expect(await isSignedIn(shop, stays)).toBe(false);
  }
});

test("a person whose erasure was undone on purpose stays, through every later restore, and all others stay erased", async () => {
  const { connectionString, dataDir, file, list, erased } = await shopWithBackup();
  const elsewhere = newId();
  await appendFile(list, `${elsewhere}\n`);
  const undone = await restore(connectionString, dataDir, file, "--replace", "--as-saved");
  expect(undone).toContain(`1 erased people are back, and no more in ${list}: ${erased.id}.`);
  expect(await readFile(list, "utf8"), "only who is back leaves the list").toBe(`${elsewhere}\n`);
  const back = await openTestShop({ database: connectionString, dataDir });
  expect(await userRow(back, erased.id)).toMatchObject({ email: erased.email, deletedAt: null });
  await back.stop();
  const later = path.join(dataDir, "later.backup");
  await createBackup({ connectionString, uploadsDir: undefined, file: later });
  expect(await restore(connectionString, dataDir, later, "--replace")).toContain("0 erased since");
  const shop = await openTestShop({ database: connectionString, dataDir });
  expect(await userRow(shop, erased.id)).toMatchObject({ email: erased.email, deletedAt: null });
});
