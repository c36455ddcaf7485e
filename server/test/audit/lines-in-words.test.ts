import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { changesOf } from "#web/features/admin-audit/audit-changes.ts";
import { auditSentence } from "#web/features/admin-audit/audit-sentence.ts";
import { openSeededShop, type SeededShop } from "../security/seeded-shop.ts";

/** The newest line as the screen says it: the sentence, then what changed. */
async function lastLine({ shop, admin }: SeededShop): Promise<string[]> {
  const [line] = (await shop.send({ url: "/api/audit-log", as: admin })).body;
  const changes = changesOf(line).map(({ name, before, after }) => `${name}: ${before} → ${after}`);
  return [auditSentence({ ...line, actorName: "Ada" }), ...changes];
}

async function write({ shop, admin }: SeededShop, method: string, url: string, body?: object) {
  const answer = await shop.send({ method, url, as: admin, ...(body ? { body } : {}) });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
}

test("a line of an order names the order, one of a ticket whom it was given to and taken from", async () => {
  const seeded = await openSeededShop();
  const { shop, people, make } = seeded;
  const id = await make.order();
  const { rows } = await shop.platform.db.execute(sql`select order_id from orders where id = ${id}`);
  await write(seeded, "DELETE", `/order/${id}`);
  expect((await lastLine(seeded))[0]).toBe(`Ada deleted order ${rows[0]!.order_id}`);

  const ticket = `/api/support/tickets/${await make.ticket()}/assignee`;
  const { id: assigneeId } = people.moderator!;
  await shop.platform.db.execute(sql`update users set name = 'Mona' where id = ${assigneeId}`);
  await write(seeded, "PUT", ticket, { assigneeId });
  expect(await lastLine(seeded)).toEqual([
    expect.stringMatching(/^Ada gave the ticket “.+” to Mona$/),
    "Assignee: null → Mona",
  ]);
  await write(seeded, "PUT", ticket, { assigneeId: null });
  expect((await lastLine(seeded))[0]).toMatch(/^Ada took the ticket “.+” from Mona$/);
});

test("amounts and rates are told as they are entered, and packages by their names", async () => {
  const seeded = await openSeededShop();
  const id = await seeded.make.package();
  await write(seeded, "PUT", `/edit-package/${id}`, { price: "19.99", packageName: "Creator" });
  const [sentence, ...changes] = await lastLine(seeded);
  expect(sentence).toContain("price");
  expect(sentence).not.toContain("minor");
  expect(changes).toContainEqual(expect.stringMatching(/^Price: \d+\.\d\d → 19\.99$/));

  const coupon = { code: "SPRING", kind: "amount", value: 5, packageIds: [id] };
  const { data } = await write(seeded, "POST", "/api/coupons", coupon);
  expect(await lastLine(seeded)).toEqual(
    expect.arrayContaining(["Value: null → 5.00", "Packages 1: null → Creator"]),
  );
  await write(seeded, "PUT", `/api/coupons/${data.id}`, { ...coupon, kind: "percent", value: 10 });
  expect(await lastLine(seeded)).toContain("Value: 5.00 → 10%");

  await write(seeded, "PUT", "/api/shop-settings", { dailySpendingLimit: 2500, taxBasisPoints: 1900 });
  expect(await lastLine(seeded)).toEqual(
    expect.arrayContaining(["Daily spending limit: 0.00 → 25.00", "Tax: 0% → 19%"]),
  );
});
