import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { apiKeys } from "#server/db/tables/api-keys.ts";
import { webhookDeliveries, webhooks } from "#server/db/tables/webhooks.ts";
import { mailsTo, resetToken } from "../accounts/helpers.ts";
import { openTestShop, type Person, type TestShop } from "../helpers/test-shop.ts";
import { addWebhook } from "../webhooks/receiver.ts";
import { askForKey, newKey, outcome } from "./keys.ts";

async function resetPassword(shop: TestShop, { email }: Person, more: object = {}) {
  await shop.send({ method: "POST", url: "/api/auth/request-password-reset", body: { email } });
  const body = { token: await resetToken(shop, email), newPassword: "a brand new password", ...more };
  return shop.send({ method: "POST", url: "/api/auth/reset-password", body });
}

const keyMails = async (shop: TestShop, { email }: Person) =>
  (await mailsTo(shop, email)).filter(({ templateName }) => templateName === "Keys changed");

test("a revoked key is refused from the next call on; another's key is an unknown one", async () => {
  const shop = await openTestShop();
  const [ada, bob] = [await shop.signUp(), await shop.signUp()];
  const { id, key } = (await askForKey(shop, ada)).body.data;
  const revoke = (as: Person, which = id) => shop.send({ method: "DELETE", url: `/api/keys/${which}`, as });
  expect((await revoke(bob)).body.message).toBe((await revoke(bob, "f".repeat(24))).body.message);
  expect((await revoke(bob)).status).toBe(404);
  expect(await outcome(shop, key)).toBe(200);
  expect((await revoke(ada)).status).toBe(200);
  expect(await outcome(shop, key)).toBe("KEY_INVALID");
  expect((await revoke(ada)).status).toBe(404);
  expect(await keyMails(shop, ada)).toHaveLength(2);
});

test("whoever has a key can revoke it; nobody learns whether there was one, and its member is told", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const [found, other] = [await newKey(shop, ada), await newKey(shop, ada)];
  const revoke = (key: unknown) => shop.send({ method: "POST", url: "/api/keys/revoke", body: { key } });
  const answers = [];
  for (const key of [found, found, `ts_${"A".repeat(43)}`, "what is this"]) {
    const { status, text, headers } = await revoke(` ${key}\n`);
    answers.push({ status, text, type: headers["content-type"], kept: headers["cache-control"] });
  }
  expect(answers).toEqual(Array(4).fill({ status: 204, text: "", type: undefined, kept: "no-store" }));
  expect([await outcome(shop, found), await outcome(shop, other)]).toEqual(["KEY_INVALID", 200]);
  const [mail, ...earlier] = await keyMails(shop, ada);
  expect(mail!.text).toContain("by somebody who has the key");
  expect(earlier).toHaveLength(2);
  for (const wrong of [undefined, 5, "", "x".repeat(201)]) expect((await revoke(wrong)).status).toBe(400);
});

test("a password reset ends the account's keys and says so; those of others stay", async () => {
  const shop = await openTestShop();
  const [ada, bob] = [await shop.signUp(), await shop.signUp()];
  const keys = [await newKey(shop, ada), await newKey(shop, ada)];
  const others = await newKey(shop, bob);
  expect((await resetPassword(shop, ada)).status).toBe(200);
  expect([await outcome(shop, keys[0]!), await outcome(shop, keys[1]!)]).toEqual([
    "KEY_INVALID",
    "KEY_INVALID",
  ]);
  expect(await outcome(shop, others)).toBe(200);
  const [mail, ...earlier] = await keyMails(shop, ada);
  expect(mail!.text).toContain("the keys 'Build server', 'Build server' were revoked with your new password");
  expect(earlier).toHaveLength(2);
});

test("a password reset keeps the keys of whoever chooses so", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const key = await newKey(shop, ada);
  expect((await resetPassword(shop, ada, { keepKeys: true })).status).toBe(200);
  expect(await outcome(shop, key)).toBe(200);
  expect(await keyMails(shop, ada)).toHaveLength(1);
});

test("a password reset switches off the addresses that the account's events go to, unless keys are kept", async () => {
  const shop = await openTestShop();
  const [ada, bob] = [await shop.signUp(), await shop.signUp()];
  const url = "https://hooks.example.com/shop";
  for (const person of [ada, bob]) await addWebhook(shop, person, url);
  const mine = eq(webhooks.userId, ada.id);
  const others = () => shop.platform.db.$count(webhooks, and(webhooks.active, eq(webhooks.userId, bob.id)));
  const [before] = await shop.platform.db.select().from(webhooks).where(mine);
  const waiting = { webhookId: before!.id, event: "run.done" as const, payload: "{}" };
  expect((await resetPassword(shop, ada, { keepKeys: true })).status).toBe(200);
  expect((await shop.platform.db.select().from(webhooks).where(mine))[0]).toEqual(before);
  await shop.platform.db
    .insert(webhookDeliveries)
    .values({ ...waiting, nextAttemptAt: new Date(Date.now() + 60_000) });
  expect((await resetPassword(shop, ada)).status).toBe(200);
  const [after] = await shop.platform.db.select().from(webhooks).where(mine);
  expect(after).toMatchObject({ active: false, switchedOffAt: null, version: before!.version + 1 });
  expect(await others()).toBe(1);
  expect(await shop.platform.db.select().from(webhookDeliveries)).toMatchObject([{ status: "failed" }]);
  const mails = (await mailsTo(shop, ada.email)).filter(({ subject }) => subject.includes("switched off"));
  expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining("hooks[.]example[.]com")]);
});

test("a reset that is refused ends no key, and one without keys sends no mail about them", async () => {
  const shop = await openTestShop();
  const [ada, bob] = [await shop.signUp(), await shop.signUp()];
  const key = await newKey(shop, ada);
  expect((await resetPassword(shop, ada, { newPassword: "short" })).status).toBe(400);
  expect((await resetPassword(shop, ada, { token: "x" })).status).toBe(400);
  expect(await outcome(shop, key)).toBe(200);
  expect((await resetPassword(shop, bob)).status).toBe(200);
  expect(await keyMails(shop, bob)).toEqual([]);
});

test("a password that is changed by a signed-in person leaves the keys", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const key = await newKey(shop, ada);
  const body = { currentPassword: ada.password, newPassword: "a brand new password" };
  expect((await shop.send({ method: "POST", url: "/api/auth/change-password", body, as: ada })).status).toBe(
    200,
  );
  expect(await outcome(shop, key)).toBe(200);
  expect(await shop.platform.db.$count(apiKeys, eq(apiKeys.userId, ada.id))).toBe(1);
});
