import { eq, sql } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { apiKeys } from "#server/db/tables/api-keys.ts";
import { outbox } from "#server/db/tables/mail.ts";
import { verifications } from "#server/db/tables/sessions.ts";
import { webhooks } from "#server/db/tables/webhooks.ts";
import { resetToken } from "../accounts/helpers.ts";
import { newKey } from "../api-keys/keys.ts";
import { openTestShop } from "../helpers/test-shop.ts";
import { addWebhook, openReceiver, sendTest, verified } from "../webhooks/receiver.ts";

const ends = (minutes: number) => sql`now() + make_interval(mins => ${minutes})`;

for (const hours of [-2, 2]) {
  const wrong = hours < 0 ? "two hours slow" : "two hours fast";
  test(`what ends does so by the database's clock where that of the process is ${wrong}`, async () => {
    const shop = await openTestShop();
    const { db } = shop.platform;
    const [ada, admin] = [await shop.signUp(), await shop.signUp({ role: "Admin" })];
    const receiver = await openReceiver();
    const webhook = await addWebhook(shop, ada, receiver.url);
    const rotate = { url: `/api/webhooks/${webhook.id}/rotate-secret`, body: { idempotencyKey: "mine" } };
    const changed = await shop.send({ method: "POST", ...rotate, as: ada });
    await newKey(shop, ada);
    const email = { email: ada.email };
    await shop.send({ method: "POST", url: "/api/auth/request-password-reset", body: email });
    const token = await resetToken(shop, ada.email);
    const values = { toEmail: ada.email, subject: "Link", html: "h", text: "t", templateName: "T" };
    const [mail] = await db
      .insert(outbox)
      .values({ ...values, status: "failed", attempts: 10 })
      .returning();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + hours * 3_600_000 });
    onTestFinished(() => void vi.useRealTimers());

    const endAll = async (minutes: number) => {
      await db
        .update(outbox)
        .set({ expiresAt: ends(minutes) })
        .where(eq(outbox.id, mail!.id));
      await db.update(apiKeys).set({ expiresAt: ends(minutes) });
      await db.update(verifications).set({ expiresAt: ends(minutes) });
      await db.update(webhooks).set({ previousUntil: ends(minutes) });
    };
    const againUrl = `/message-log/${mail!.id}/send-again`;
    const told = async () => ({
      expired: (await shop.send({ url: "/api/keys", as: ada })).body.data[0].expired,
      overlaps:
        (await shop.send({ url: "/api/webhooks", as: ada })).body.data[0].previousSecretUntil !== null,
      sentAgain: (await shop.send({ method: "POST", url: againUrl, as: admin })).body.message,
      reset: (
        await shop.send({
          method: "POST",
          url: "/api/auth/reset-password",
          body: { token, newPassword: "short" },
        })
      ).body.code,
    });
    const signers = async () => {
      const before = receiver.received.length;
      await sendTest(shop, ada, webhook.id);
      await expect.poll(() => receiver.received.length).toBe(before + 1);
      const signs = (secret: string) => {
        try {
          return verified(receiver.received[before]!, secret) !== null;
        } catch {
          return false;
        }
      };
      return [signs(webhook.secret), signs(changed.body.data.secret)];
    };

    expect((await shop.send({ method: "POST", ...rotate, as: ada })).body.data.secret).toBe(
      changed.body.data.secret,
    );
    await endAll(60);
    expect(await told()).toMatchObject({ expired: false, overlaps: true, reset: "PASSWORD_TOO_SHORT" });
    expect(await signers()).toEqual([true, true]);
    await expect
      .poll(async () => (await db.select().from(outbox).where(eq(outbox.id, mail!.id)))[0]!.status)
      .toBe("sent");

    await db.update(outbox).set({ status: "failed" }).where(eq(outbox.id, mail!.id));
    await endAll(-60);
    expect(await told()).toEqual({
      expired: true,
      overlaps: false,
      sentAgain: "The link in this message has expired. The recipient can ask for a new one.",
      reset: "INVALID_TOKEN",
    });
    expect(await signers()).toEqual([false, true]);
  });

  test(`an admin's date for a membership lies ahead by the database's clock where the process is ${hours * 5} minutes off`, async () => {
    const shop = await openTestShop();
    const [ada, admin] = [await shop.signUp(), await shop.signUp({ role: "Admin" })];
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + hours * 5 * 60_000 });
    onTestFinished(() => void vi.useRealTimers());
    const { rows } = await shop.platform.db.execute<{ past: string; ahead: string }>(
      sql`select to_json(${ends(-5)}) #>> '{}' as past, to_json(${ends(5)}) #>> '{}' as ahead`,
    );
    const set = (MembershipValidity: string) =>
      shop.send({
        method: "PUT",
        url: `/api/users/${ada.id}`,
        as: admin,
        body: { userMembership: "basic", MembershipValidity },
      });
    expect(await set(rows[0]!.past)).toMatchObject({ status: 400, body: { code: "INVALID_INPUT" } });
    expect((await set(rows[0]!.ahead)).status).toBe(200);
  });
}
