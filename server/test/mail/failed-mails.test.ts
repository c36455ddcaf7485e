import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { outbox } from "#server/db/tables/mail.ts";
import { openTestShop } from "../helpers/test-shop.ts";

test("mails of which nothing is to be done are not told as failed, on the dashboard and to Prometheus alike", async () => {
  const shop = await openTestShop();
  const { db } = shop.platform;
  const admin = await shop.signUp({ role: "Admin" });
  const former = await shop.signUp({ role: "Admin" });
  const told = async () => {
    const { text } = await shop.send({ url: "/metrics" });
    const { body } = await shop.send({ url: "/api/insights", as: admin });
    const gauge = Number(/^thumbsmith_mails_failed (\d+)$/m.exec(text)?.[1]);
    expect(body.data.providers.failedMails).toBe(gauge);
    return gauge;
  };
  const failed = { subject: "Hello", html: "<p>Hello</p>", text: "Hello", status: "failed" } as const;
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const add = (more: Partial<typeof outbox.$inferInsert>) =>
    db
      .insert(outbox)
      .values({ ...failed, toEmail: former.email, templateName: "Receipt", audience: "user", ...more });
  await add({});
  await add({ audience: "admins", templateName: "Order paid" });
  await add({ audience: "support", templateName: "Support notice" });
  await add({ audience: "visitor", templateName: "Contact answered", expiresAt: daysAgo(6) });
  expect(await told()).toBe(4);
  await add({ html: "" });
  await add({ expiresAt: daysAgo(8) });
  expect(await told()).toBe(4);
  const url = `/api/users/${former.id}`;
  await shop.send({ method: "PUT", url, body: { userRole: "moderator" }, as: admin });
  expect(await told()).toBe(3);
  await shop.send({ method: "PUT", url, body: { disabled: true }, as: admin });
  expect(await told()).toBe(2);
  const { body } = await shop.send({ url: "/message-log?status=failed", as: admin });
  expect(body).toHaveLength(6);
  await db.update(outbox).set({ status: "sent" }).where(eq(outbox.status, "failed"));
  expect(await told()).toBe(0);
});
