import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { creditBalances } from "#server/db/tables/credits.ts";
import { users } from "#server/db/tables/users.ts";
import { webhooks } from "#server/db/tables/webhooks.ts";
import { createAdmin, ensureFirstAdmin } from "#server/features/accounts/first-admin.ts";
import type { Platform } from "#server/platform/platform.ts";
import { newKey, outcome } from "../api-keys/keys.ts";
import { openTestShop, type TestShop } from "../helpers/test-shop.ts";
import { addWebhook } from "../webhooks/receiver.ts";
import { isSignedIn, signInAs, userRow } from "./helpers.ts";
import { openFederatedShop, signInBy } from "./identity.ts";

async function withoutAdmins(shop: TestShop): Promise<void> {
  await shop.platform.db.update(users).set({ role: "member" }).where(eq(users.role, "Admin"));
}

function configured(shop: TestShop, adminEmail?: string, adminPassword?: string): Platform {
  return { ...shop.platform, config: { ...shop.platform.config, adminEmail, adminPassword } };
}

test("without ADMIN_EMAIL the first start makes an admin with a password of its own, once", async () => {
  const shop = await openTestShop();
  await withoutAdmins(shop);
  const platform = configured(shop);
  const made = await Promise.all([1, 2, 3].map(() => ensureFirstAdmin(platform)));
  const [credentials] = made.filter((each) => each !== null);
  expect(made.filter((each) => each !== null)).toHaveLength(1);
  expect(credentials!.password.length).toBeGreaterThanOrEqual(16);
  const signedIn = await signInAs(shop, credentials!.email, credentials!.password);
  expect(signedIn.status).toBe(200);
  expect(await ensureFirstAdmin(platform)).toBeNull();
  const balance = await shop.platform.db
    .select()
    .from(creditBalances)
    .where(eq(creditBalances.userId, signedIn.body.user.id));
  expect(balance).toHaveLength(1);
});

test("ADMIN_EMAIL and ADMIN_PASSWORD make the first admin and nothing is printed; later starts change nothing", async () => {
  const shop = await openTestShop();
  await withoutAdmins(shop);
  expect(await ensureFirstAdmin(configured(shop, "boss@example.com", "the boss's password"))).toBeNull();
  const signedIn = await signInAs(shop, "boss@example.com", "the boss's password");
  expect((await userRow(shop, signedIn.body.user.id)).role).toBe("Admin");
  expect(await ensureFirstAdmin(configured(shop, "boss@example.com", "another password"))).toBeNull();
  expect((await signInAs(shop, "boss@example.com", "the boss's password")).status).toBe(200);
});

test("whoever registered the admin's e-mail before loses the account to the configured password", async () => {
  const shop = await openTestShop();
  const squatter = await shop.signUp({ email: "boss@example.com" });
  const key = await newKey(shop, squatter);
  await addWebhook(shop, squatter, "https://hooks.example.com/shop");
  await withoutAdmins(shop);
  await ensureFirstAdmin(configured(shop, "boss@example.com", "the boss's password"));
  expect(await isSignedIn(shop, squatter)).toBe(false);
  expect(await outcome(shop, key)).toBe("KEY_INVALID");
  expect(await shop.platform.db.$count(webhooks, eq(webhooks.active, true))).toBe(0);
  expect((await signInAs(shop, squatter.email, squatter.password)).body.code).toBe("INVALID_PASSWORD");
  expect((await signInAs(shop, squatter.email, "the boss's password")).status).toBe(200);
});

test("whoever came with the admin's unproven e-mail from another service before is parted from it", async () => {
  const { shop } = await openFederatedShop();
  const [boss, chief] = ["boss@example.com", "chief@example.com"];
  await signInBy(shop, "github", { login: "eve", email: boss, verified: false });
  await signInBy(shop, "google", { login: "chief", email: chief });
  for (const email of [boss, chief]) {
    await withoutAdmins(shop);
    await ensureFirstAdmin(configured(shop, email, "the admin's password"));
    expect((await signInAs(shop, email, "the admin's password")).status).toBe(200);
  }
  const eve = await signInBy(shop, "github", { login: "eve", email: boss, verified: false });
  expect(eve.end).toContain("error=account_not_linked");
  expect((await signInBy(shop, "google", { login: "chief", email: chief })).end).toBe("/signed-in");
});

test("the command makes an account an admin's and keeps its password, or makes a new one", async () => {
  const shop = await openTestShop();
  const person = await shop.signUp();
  expect(await createAdmin(shop.platform, person.email)).toEqual({
    email: person.email,
    password: null,
    hasPassword: true,
    removed: { password: false, service: false, totp: false, passkeys: 0, keys: [] },
  });
  expect((await userRow(shop, person.id)).role).toBe("Admin");
  expect((await signInAs(shop, person.email, person.password)).status).toBe(200);
  const made = await createAdmin(shop.platform, "new.admin@example.com");
  const { body } = await signInAs(shop, made.email, made.password!);
  expect((await userRow(shop, body.user.id)).role).toBe("Admin");
});
