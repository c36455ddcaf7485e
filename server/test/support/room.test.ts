import { desc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { mostMessages, ticketFull, wordsQuotaExceeded } from "#contract/support-limits.ts";
import { newId } from "#server/db/ids.ts";
import { ticketMessages, tickets } from "#server/db/tables/support.ts";
import { guestToken } from "#server/features/support/guests/guest-token.ts";
import { openTestShop, type Person, type TestShop } from "../helpers/test-shop.ts";

/** As long as a message may be, of signs that take three bytes each. */
const longest = "€".repeat(5000);

const open = (shop: TestShop, as: Person | null, message = "It broke") => {
  const visitor = { ticketUserName: "Vera", ticketUserEmail: "vera@example.com", phone: "+49 30 123456" };
  const body = { subject: "Help", message, ...(as ? {} : visitor) };
  return shop.send({ method: "POST", url: "/new-support-message", body, as });
};

const reply = (shop: TestShop, as: Person, id: string, message: string, sender = "user") => {
  const body = { key: newId(), message, sender };
  return shop.send({ method: "POST", url: `/api/support/tickets/${id}/replies`, body, as });
};

/** Rows as replies make them, in one statement. */
const fill = (shop: TestShop, ticketId: string, count: number, message: string) =>
  shop.platform.db.insert(ticketMessages).values(
    Array.from({ length: count }, (_, at) => ({
      ...{ id: newId(), ticketId, sender: "user" as const, position: at + 1, message },
    })),
  );

test("whatever a member writes, a page of the console stays small and the ticket can still be answered", async () => {
  const shop = await openTestShop();
  const [ada, admin] = [await shop.signUp(), await shop.signUp({ role: "Admin" })];
  const write = (id: string) => reply(shop, ada, id, longest);
  const id: string = (await open(shop, ada)).body.data._id;
  await fill(shop, id, 11, longest);
  const sent = await Promise.all(Array.from({ length: 5 }, () => write(id)));
  expect(sent.filter(({ status }) => status === 201)).toHaveLength(2);
  const refused = sent.filter(({ status }) => status !== 201).map(({ body }) => [body.code, body.message]);
  expect(refused).toEqual(Array(3).fill(["CONFLICT", ticketFull]));
  const adminMessage = [{ message: longest, sender: "user", timestamp: new Date() }];
  const url = `/support-message-status/${id}`;
  expect((await shop.send({ method: "PUT", url, as: ada, body: { adminMessage } })).status).toBe(409);

  for (let more = 1; more < 10; more += 1) {
    const next: string = (await open(shop, ada)).body.data._id;
    await fill(shop, next, 13, longest);
  }
  const opened = await Promise.all(Array.from({ length: 5 }, () => open(shop, ada, longest)));
  expect(opened.filter(({ status }) => status === 201)).toHaveLength(3);
  const last = opened.find(({ status }) => status === 201)!.body.data._id;
  expect((await open(shop, ada, longest)).body.message).toBe(wordsQuotaExceeded);
  expect((await write(last)).body.message).toBe(wordsQuotaExceeded);

  const list = await shop.send({ url: "/support-messages?page=1&pageSize=100", as: admin });
  expect(list.body).toHaveLength(13);
  expect(Buffer.byteLength(list.text)).toBeLessThan(2_100_000);
  expect((await reply(shop, admin, id, longest, "admin")).status).toBe(201);
  const note = { method: "POST", url: `/api/support/tickets/${id}/notes`, as: admin };
  expect((await shop.send({ ...note, body: { key: newId(), message: longest } })).status).toBe(201);
});

test("a list that names no page carries five megabytes of words, however much the tickets hold, and tells how many there are", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  for (let at = 0; at < 6; at += 1) await open(shop, null);
  const all = await shop.platform.db
    .select({ id: tickets.id })
    .from(tickets)
    .orderBy(desc(tickets.createdAt));
  for (const { id } of all) await fill(shop, id, 75, longest);
  const list = await shop.send({ url: "/support-messages", as: admin });
  expect(list.headers["x-total-count"]).toBe("6");
  const ids = (answer: typeof list) => answer.body.map(({ _id }: { _id: string }) => _id);
  expect(ids(list)).toEqual(all.slice(0, 5).map(({ id }) => id));
  expect(Buffer.byteLength(list.text)).toBeLessThan(6_500_000);
  expect(ids(await shop.send({ url: "/support-messages?page=2&pageSize=5", as: admin }))).toEqual([
    all[5]!.id,
  ]);
  expect(ids(await shop.send({ url: "/support-messages?order=asc", as: admin }))).toContain(all[5]!.id);
});

test("a ticket takes three hundred messages of its owner, a visitor's as well, and a repeated one is answered still", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const id: string = (await open(shop, ada)).body.data._id;
  await fill(shop, id, mostMessages - 1, "Hello");
  const body = { key: newId(), message: "The last one", sender: "user" };
  const same = () => shop.send({ method: "POST", url: `/api/support/tickets/${id}/replies`, body, as: ada });
  expect([(await same()).status, (await same()).status]).toEqual([201, 201]);
  expect((await reply(shop, ada, id, "One more")).body.message).toBe(ticketFull);

  await open(shop, null);
  const [visitors] = await shop.platform.db.select().from(tickets).where(eq(tickets.userName, "Vera"));
  const token = guestToken(shop.platform, visitors!.id);
  const answer = () =>
    shop.send({
      method: "POST",
      url: "/api/support/guest-reply",
      body: { token, key: newId(), message: "Hello" },
    });
  await fill(shop, visitors!.id, mostMessages - 1, "Hello");
  expect((await answer()).status).toBe(201);
  expect([(await answer()).status, (await answer()).body.message]).toEqual([409, ticketFull]);
});
