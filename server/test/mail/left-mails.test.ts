import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { outbox } from "#server/db/tables/mail.ts";
import { eraseAccount } from "#server/features/accounts/erasure/erase-account.ts";
import { mendLeftMails } from "#server/features/mail/erase-mails.ts";
import { notifyAdmins } from "#server/features/mail/notify-admins.ts";
import { tablesWith } from "../accounts/helpers.ts";
import { holdJobs } from "../helpers/hold-jobs.ts";
import { plansOf } from "../helpers/plans.ts";
import { openTestShop, type Person } from "../helpers/test-shop.ts";

const mark = "Unmistakable words";
const address = "unmistakable@example.com";

async function openHeldShop() {
  const shop = await openTestShop();
  await holdJobs(shop.connectionString, ["mail", "left-mails"]);
  const [admin, second] = [await shop.signUp({ role: "Admin" }), await shop.signUp({ role: "Admin" })];
  return { shop, db: shop.platform.db, admin, second };
}

/** As the former release queues a mail: without the column that the migration had added. */
const left = (to: Person | string, templateName: string, dedupeKey: string | null, subject = "Hello") => ({
  ...{ toEmail: typeof to === "string" ? to : to.email, templateName, dedupeKey, subject },
  ...{ html: "<p>Hello</p>", text: `Ada (${address}) has paid.` },
});

test("what a process of the former release queues gets the audience of its kind, and an erasure finds it", async () => {
  const { shop, db, admin, second } = await openHeldShop();
  const person = await shop.signUp({ email: address });
  const notice = { key: "paid:1", subject: "Paid", paragraphs: [], path: "/" };
  await db.transaction((tx) => notifyAdmins(shop.platform, tx, { ...notice, templateName: "Order paid" }));
  await db.delete(outbox).where(eq(outbox.toEmail, second.email));
  await db
    .insert(outbox)
    .values([
      left(admin, "Order paid", `paid:1:${admin.email}`),
      left(second, "Order paid", `paid:1:${second.email}`),
      left(admin, "Refund", `back:7:done:${admin.email}`),
      left(admin, "Support notice", `support-notice:t1:${admin.id}:new`),
      left("visitor@example.com", "Contact answered", null),
      left(person, "Refund", "refund:7"),
    ]);
  await mendLeftMails(shop.platform);
  const rows = await db.select().from(outbox).orderBy(outbox.id);
  expect(rows.slice(1).map(({ audience, dedupeKey }) => [audience, dedupeKey])).toEqual([
    // This release had told the admin of it already.
    ["admins", null],
    ["admins", `paid:1:${second.id}`],
    ["admins", `back:7:done:${admin.id}`],
    ["support", `support-notice:t1:${admin.id}:new`],
    ["visitor", null],
    ["user", "refund:7"],
  ]);
  await db.update(outbox).set({ status: "sent" });
  await eraseAccount(shop.platform, person.id);
  const { rows: telling } = await db.execute(
    sql`select audience from outbox where text like ${`%${address}%`}`,
  );
  expect(telling).toEqual([{ audience: "visitor" }]);
});

test("an erasure from before the audience leaves no notice about a ticket of the erased person's, and others' stay", async () => {
  const { shop, db } = await openHeldShop();
  const [gone, stays] = [await shop.signUp(), await shop.signUp()];
  for (const as of [gone, stays]) {
    const body = { subject: `${mark} of ${as.id}`, message: "It broke" };
    expect((await shop.send({ method: "POST", url: "/new-support-message", body, as })).status).toBe(201);
  }
  const before = await db.select().from(outbox).orderBy(outbox.id);
  await eraseAccount(shop.platform, gone.id);
  await db.delete(outbox);
  const sent = { status: "sent", html: "", text: "" } as const;
  await db.insert(outbox).values(before.map((mail, index) => (index % 2 ? mail : { ...mail, ...sent })));
  expect(await tablesWith(shop, `${mark} of ${gone.id}`)).toEqual(["outbox"]);
  await mendLeftMails(shop.platform);
  expect(await tablesWith(shop, `${mark} of ${gone.id}`)).toEqual([]);
  const kept = await db.select().from(outbox).where(sql`subject <> ''`);
  expect(kept).toHaveLength(2);
  expect(await db.select().from(outbox).where(sql`subject = '' and status = 'queued'`)).toEqual([]);
});

test("the look for what a former release left reads no table whole", async () => {
  const shop = await openTestShop();
  const plans = await plansOf(shop, (db) => mendLeftMails({ db }));
  expect(plans).toHaveLength(6);
  for (const plan of plans) expect(plan).not.toContain("Seq Scan");
});

test("a notice that was sent again leaves none of an erased person's words in the audit log", async () => {
  const { shop, db, admin } = await openHeldShop();
  const person = await shop.signUp();
  const body = { subject: mark, message: "It broke" };
  await shop.send({ method: "POST", url: "/new-support-message", body, as: person });
  const failed = await db.update(outbox).set({ status: "failed" }).returning();
  const url = `/message-log/${failed[0]!.id}/send-again`;
  expect((await shop.send({ method: "POST", url, as: admin })).status).toBe(200);
  await eraseAccount(shop.platform, person.id);
  expect(await tablesWith(shop, mark)).toEqual([]);
  // As the former release wrote it.
  await db.execute(sql`update audit_log set after = jsonb_build_object('subject', ${`New support message: ${mark}`}::text)
    where action like '%send-again'`);
  await mendLeftMails(shop.platform);
  expect(await tablesWith(shop, mark)).toEqual([]);
});
