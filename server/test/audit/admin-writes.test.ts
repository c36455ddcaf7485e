import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Call } from "#contract/call.ts";
import { changesOf } from "#web/features/admin-audit/audit-changes.ts";
import { deedOf } from "#web/features/admin-audit/audit-sentence.ts";
import { testKey } from "../generations/generator-shop.ts";
import { openSeededShop, type SeededShop, type Thing } from "../security/seeded-shop.ts";

/** What makes a call change something: the thing that its path names, and a body. */
interface Write {
  thing?: Thing;
  path?: Record<string, string>;
  body?: unknown | ((seeded: SeededShop, id: string) => unknown);
  /** What has to be so before. */
  after?: string[];
}

const secret = "a-secret-that-nobody-may-read";
const spareItem = { itemName: "Spare", price: 5, guidelines: "Read", accessUrl: "/goods" };
const orderOfOne = (_: SeededShop, id: string) => ({ ids: [id] });

/** Calls of the staff that try something out or tell of presence, and change nothing. */
const changeNothing = [
  "POST /api/paypal-settings/test",
  "POST /api/gemini-keys/{id}/test",
  "POST /api/support/tickets/{id}/presence",
];

const writes: Record<string, Write> = {
  "PUT /api/about-section": { body: { section1: { title: "Another title" } } },
  "PUT /api/banner-section": { body: { mainTitle: "Another title" } },
  "PUT /api/contact-page": { body: { title: "Another title" } },
  "PUT /api/footer-section": { body: { bottomSection: { copyrightText: "Another line" } } },
  "PUT /api/pages/{slug}": { path: { slug: "terms" }, body: { title: "Other terms", body: "<p>Other.</p>" } },
  "POST /api/pages/{slug}/reset": { path: { slug: "terms" } },
  "POST /api/pages/{slug}/restore": { path: { slug: "terms" }, after: ["POST /api/pages/{slug}/reset"] },
  "POST /api/about-section/restore": { after: ["POST /api/about-section/reset"] },
  "POST /api/banner-section/restore": { after: ["POST /api/banner-section/reset"] },
  "POST /api/contact-page/restore": { after: ["POST /api/contact-page/reset"] },
  "POST /api/footer-section/restore": { after: ["POST /api/footer-section/reset"] },
  "DELETE /api/about-section": { after: ["POST /api/about-section/reset"] },
  "DELETE /api/banner-section": { after: ["POST /api/banner-section/reset"] },
  "POST /api/content/{part}/versions/{version}/restore": {
    path: { part: "banner-section", version: "1" },
    after: ["PUT /api/banner-section"],
  },
  "POST /api/gemini-keys": { body: { name: "Second", key: `${secret}-key` } },
  "PUT /api/gemini-keys/{id}": { thing: "aiKey", body: { name: "Renamed", key: `${secret}-other` } },
  "DELETE /api/gemini-keys/{id}": { thing: "aiKey" },
  "PATCH /api/gemini-keys/{id}/toggle": { thing: "aiKey" },
  "POST /api/features-section": { body: { title: "New", description: "Feature" } },
  "PUT /api/features-section/{id}": { thing: "feature", body: { title: "Renamed" } },
  "PUT /api/features-section/order": { thing: "feature", body: orderOfOne },
  "DELETE /api/features-section/{id}": { thing: "feature" },
  "PATCH /api/features-section/{id}/toggle": { thing: "feature" },
  "POST /api/testimonials": { body: { quote: "New", authorName: "Ada", authorTitle: "Countess" } },
  "PUT /api/testimonials/{id}": { thing: "testimonial", body: { quote: "Changed" } },
  "PUT /api/testimonials/order": { thing: "testimonial", body: orderOfOne },
  "DELETE /api/testimonials/{id}": { thing: "testimonial" },
  "PATCH /api/testimonials/{id}/toggle": { thing: "testimonial" },
  "POST /add-item": { body: spareItem },
  "PUT /edit-item/{id}": { thing: "item", body: { itemName: "Renamed" } },
  "PUT /items/order": { thing: "item", body: orderOfOne },
  "DELETE /item/{id}": { thing: "item" },
  "POST /api/coupons": { body: { code: "SPRING", kind: "percent", value: 10 } },
  "PUT /api/coupons/{id}": { thing: "coupon", body: { code: "SUMMER", kind: "amount", value: 5 } },
  "DELETE /api/coupons/{id}": { thing: "coupon" },
  "POST /add-package": { body: { packageName: "Third", price: 9, credit: 3 } },
  "PUT /edit-package/{id}": { thing: "package", body: { credit: 7 } },
  "PUT /packages/order": { thing: "package", body: orderOfOne },
  "DELETE /package/{id}": { thing: "package" },
  "POST /package/{id}/restore": { thing: "archivedPackage" },
  "PATCH /api/media/{id}": { thing: "media", body: { alt: "A picture" } },
  "DELETE /api/media/{id}": { thing: "media" },
  "POST /send-message": {
    body: ({ people }: SeededShop) => ({
      toEmail: people.owner.email,
      subject: "Hello",
      messageBody: "<p>There</p>",
    }),
  },
  "POST /message-log/{id}/send-again": { thing: "failedMail" },
  "POST /api/orders/{id}/refund": { thing: "paidOrder", body: { amount: "1.00", idempotencyKey: "audit" } },
  "PUT /api/paypal-settings": { body: { clientSecret: secret } },
  "POST /api/paypal-settings/webhook": { body: {} },
  "PUT /api/shop-settings": { body: { buyMoreBelow: 9 } },
  "PUT /api/users/{id}": {
    thing: "victim",
    body: { userName: "Renamed", currentBalance: 3, reason: "Test" },
  },
  "DELETE /api/users/{id}": { thing: "victim" },
  "POST /api/users/{id}/remove-factors": { thing: "victim", body: { reason: "Lost the phone" } },
  "POST /api/support/canned-replies": { body: { title: "Hello", body: "Hello there" } },
  "PUT /api/support/canned-replies/{id}": {
    thing: "cannedReply",
    body: { title: "Changed", body: "Changed" },
  },
  "DELETE /api/support/canned-replies/{id}": { thing: "cannedReply" },
  "POST /api/support/tickets/{id}/notes": {
    thing: "ticket",
    body: { key: "a".repeat(24), message: "Look at this" },
  },
  "PUT /api/support/tickets/{id}/assignee": {
    thing: "ticket",
    body: ({ admin }: SeededShop) => ({ assigneeId: admin.id }),
  },
  // Members' calls, with which the staff changes what is others'.
  "DELETE /order/{id}": { thing: "order" },
  "DELETE /item-order/{id}": { thing: "itemOrder" },
  "PUT /support-message-status/{id}": { thing: "ticket", body: { ticketStatus: "closed", priority: "high" } },
  "POST /api/support/tickets/{id}/replies": {
    thing: "ticket",
    body: { key: "b".repeat(24), message: "An answer", sender: "admin" },
  },
};

/** What a sentence needs beside action and subject. */
const nobody = { actorEmail: "", actorName: null, subjectName: null, before: null, after: null, names: {} };

const nameOf = (call: Call) => `${call.method} ${call.path}`;

test("every write of the staff leaves a line in the audit log, by the name and in the words of its call, without a secret", async () => {
  const seeded = await openSeededShop();
  const { shop, admin, make } = seeded;
  const staffWrites = shop.calls
    .filter(({ method, access }) => method !== "GET" && ["admin", "support"].includes(access))
    .map(nameOf)
    .filter((name) => !changeNothing.includes(name));
  // Other credentials for PayPal come last, since the other calls need those that stand.
  const last = ["PUT /api/paypal-settings", "POST /api/paypal-settings/reset"];
  const names = [...new Set([...staffWrites, ...Object.keys(writes)])].filter((name) => !last.includes(name));
  expect(staffWrites.length).toBeGreaterThan(50);

  const lines = async () => {
    const { rows } = await shop.platform.db.execute<{ action: string; subject: string }>(
      sql`select action, subject from audit_log where actor_id = ${admin.id} order by id`,
    );
    return rows;
  };
  const run = async (name: string) => {
    const { thing, path = {}, body } = writes[name] ?? {};
    const id = thing ? await make[thing]() : "";
    const [method, template] = name.split(" ") as [string, string];
    const url = template.replace(/\{(\w+)\}/g, (_, key: string) => path[key] ?? id);
    const sent = typeof body === "function" ? body(seeded, id) : body;
    const before = await lines();
    const answer = await shop.send({ method, url, as: admin, ...(sent === undefined ? {} : { body: sent }) });
    return { answer, added: (await lines()).slice(before.length) };
  };

  const wrong: string[] = [];
  for (const name of [...names, ...last]) {
    for (const former of writes[name]?.after ?? []) await run(former);
    const { answer, added } = await run(name);
    if (answer.status >= 300) wrong.push(`${name} answered ${answer.status}: ${answer.text}`);
    else if (added.length !== 1) wrong.push(`${name} wrote ${added.length} lines`);
    else if (added[0]!.action !== name) wrong.push(`${name} is named ${added[0]!.action}`);
    else if (deedOf({ ...nobody, ...added[0]! }) === null) wrong.push(`${name} has no sentence`);
  }
  expect(wrong).toEqual([]);

  const { rows } = await shop.platform.db.execute<{ line: string }>(
    sql`select audit_log::text as line from audit_log`,
  );
  for (const hidden of [secret, testKey, "a good password"])
    expect(rows.filter(({ line }) => line.includes(hidden))).toEqual([]);
}, 60_000);

test("the log is found by who, action, subject, days and text, and tells before and after", async () => {
  const { shop, admin, make, people } = await openSeededShop();
  const id = await make.victim();
  const body = { userName: "After", userRole: "moderator" };
  expect((await shop.send({ method: "PUT", url: `/api/users/${id}`, as: admin, body })).status).toBe(200);
  const today = new Date().toISOString().slice(0, 10);
  const find = async (query: string) => {
    const answer = await shop.send({ url: `/api/audit-log?${query}`, as: admin });
    expect(answer.status, query).toBe(200);
    return answer.body;
  };
  const [line] = await find(`subject=user:${id}`);
  expect(line).toMatchObject({
    actorEmail: admin.email,
    action: "PUT /api/users/{id}",
    before: { role: "member" },
    after: { name: "After", role: "moderator" },
  });
  const admins = encodeURIComponent(admin.email.toUpperCase());
  for (const query of [`actor=${admins}`, "action=api/USERS", `q=${id}`, `from=${today}&to=${today}`])
    expect((await find(`${query}&subject=${id}`)).length, query).toBe(1);
  for (const query of ["actor=nobody", "action=POST", "to=2020-01-01", "from=2999-01-01", "q=%25"])
    expect(await find(`${query}&subject=${id}`), query).toEqual([]);
  expect((await shop.send({ url: "/api/audit-log?from=2026-02-30", as: admin })).status).toBe(400);
  expect((await shop.send({ url: "/api/audit-log", as: people.moderator })).status).toBe(403);
});

test("a client secret that takes another's place is told as replaced, one that stays is no change, and neither can be read", async () => {
  const { shop, admin } = await openSeededShop();
  const tell = async (body: object) => {
    const saved = await shop.send({ method: "PUT", url: "/api/paypal-settings", as: admin, body });
    expect(saved.status, saved.text).toBe(200);
    const answer = await shop.send({ url: "/api/audit-log?subject=paypal-settings", as: admin });
    const [line] = answer.body;
    const changes = changesOf(line).map(({ name, before, after }) => `${name}: ${before} → ${after}`);
    return [deedOf(line), ...changes];
  };
  await tell({ mode: "sandbox", clientSecret: secret });
  expect(await tell({ clientSecret: `${secret}-of-today` })).toEqual([
    "changed “sandbox” in the PayPal settings",
    "Sandbox › sealed secret: [hidden] → [hidden, replaced]",
  ]);
  expect(await tell({ currency: "EUR" })).toEqual([
    "changed “currency” in the PayPal settings",
    "Currency: USD → EUR",
  ]);
});
