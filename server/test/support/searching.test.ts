import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { newId } from "#server/db/ids.ts";
import { ticketMessages, tickets } from "#server/db/tables/support.ts";
import { findHits } from "#server/features/search/search.repository.ts";
import { listTickets, type TicketFilter } from "#server/features/support/tickets/tickets.repository.ts";
import { plansOf } from "../helpers/plans.ts";
import { openTestShop, type TestShop } from "../helpers/test-shop.ts";

/** Tickets as visitors open them, one of which is answered, in one statement each. */
async function plant(shop: TestShop, count: number): Promise<void> {
  await shop.platform.db.execute(sql`
    insert into ${tickets} (id, user_name, user_email, subject, message, created_at)
    select left(md5(n::text), 24), 'Vera ' || n, 'vera' || n || '@example.com', 'Subject ' || n, 'A common opening',
      now() - make_interval(mins => n) from generate_series(1, ${count}::int) n`);
  await shop.platform.db.execute("analyze tickets");
}

const listPlans = (shop: TestShop, filter: TicketFilter) =>
  plansOf(shop, (db) => listTickets(db, { page: 1, ...filter }, newId(), "admin"));

test("a search for a ticket looks its text up, in subjects, names, openings and messages, and reads no table whole", async () => {
  const shop = await openTestShop();
  await plant(shop, 50);
  for (const filter of [{ q: "needle" }, { email: "lovelace" }] as const)
    for (const plan of await listPlans(shop, filter)) expect(plan).not.toContain("Seq Scan");
  const [plan] = await listPlans(shop, { q: "needle" });
  for (const index of ["tickets_search", "tickets_opening_search", "ticket_messages_search"])
    expect(plan).toContain(index);
  const hits = await plansOf(shop, (db) => findHits(db, "needle"));
  for (const found of hits.filter((one) => one.includes("tickets"))) expect(found).not.toContain("Seq Scan");
});

test("each sort and filter of the console goes by an index", async () => {
  const shop = await openTestShop();
  await plant(shop, 50);
  for (const [filter, index] of [
    [{}, "tickets_newest"],
    [{ sort: "lastMessageAt" }, "tickets_latest"],
    [{ spam: false }, "tickets_newest"],
    [{ spam: false, sort: "lastMessageAt" }, "tickets_latest"],
    [{ spam: true }, "tickets_suspected"],
    [{ status: "open" }, "tickets_by_status"],
    [{ priority: "high" }, "tickets_by_priority"],
    [{ assigneeId: null }, "tickets_of_assignee"],
    [{ userEmail: "vera@example.com" }, "tickets_by_email"],
  ] satisfies [TicketFilter, string][]) {
    const plans = await listPlans(shop, filter);
    for (const plan of plans) expect(plan, index).not.toContain("Seq Scan on tickets");
    expect(plans.join("\n"), JSON.stringify(filter)).toMatch(new RegExp(` (on|using) ${index}\\b`));
  }
});

test("a text that stands in more tickets than are counted finds them all the same, and a rarer one what it is in", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  await plant(shop, 10_020);
  const { db } = shop.platform;
  const [newest, oldest] = (
    await db.execute<{ id: string }>(sql`
      (select id from tickets order by created_at desc limit 1) union all
      (select id from tickets order by created_at limit 1)`)
  ).rows;
  const answer = { id: newId(), ticketId: oldest!.id, position: 1, sender: "admin" as const };
  await db.insert(ticketMessages).values({ ...answer, message: "A Needle, and a common word" });
  const ask = async (query: string) => {
    const { body, headers } = await shop.send({ url: `/support-messages?page=1&${query}`, as: admin });
    return [body.length, body[0]?._id, headers["x-total-count"], headers["x-total-count-more"]];
  };
  expect(await ask("")).toEqual([10, newest!.id, "10020", undefined]);
  expect(await ask("q=COMMON")).toEqual([10, newest!.id, "10000", "true"]);
  expect(await ask("q=common&sort=createdAt&order=asc")).toEqual([10, oldest!.id, "10000", "true"]);
  expect(await ask("q=needle")).toEqual([1, oldest!.id, "1", undefined]);
  expect(await ask("q=common%20word&status=open")).toEqual([1, oldest!.id, "1", undefined]);
  expect(await ask("q=needle&status=closed")).toEqual([0, undefined, "0", undefined]);
  expect(await ask("q=subject%2010020")).toEqual([1, oldest!.id, "1", undefined]);
  expect(await ask("email=VERA10020%40")).toEqual([1, oldest!.id, "1", undefined]);
});
