import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { newId } from "#server/db/ids.ts";
import { auditLog } from "#server/db/tables/audit-log.ts";
import { openTestShop, type Person } from "../helpers/test-shop.ts";

async function openDesk() {
  const shop = await openTestShop();
  const [ada, bob, admin, moderator] = [
    await shop.signUp(),
    await shop.signUp(),
    await shop.signUp({ role: "Admin" }),
    await shop.signUp({ role: "moderator" }),
  ];
  const open = async (as: Person): Promise<string> =>
    (
      await shop.send({
        method: "POST",
        url: "/new-support-message",
        body: { subject: "Help", message: "It broke" },
        as,
      })
    ).body.data._id;
  const post = (as: Person, id: string, kind: "replies" | "notes", body: object) =>
    shop.send({ method: "POST", url: `/api/support/tickets/${id}/${kind}`, body, as });
  const read = async (id: string) => (await shop.send({ url: `/support-message/${id}`, as: admin })).body;
  return { shop, ada, bob, admin, moderator, open, post, read };
}

test("a message's key belongs to one ticket and one author; anyone else's use of it is refused", async () => {
  const { ada, bob, admin, moderator, open, post, read } = await openDesk();
  const [first, second, bobs] = [await open(ada), await open(ada), await open(bob)];
  const key = newId();
  const reply = { key, message: "Once", sender: "user" };
  expect((await post(ada, first, "replies", reply)).status).toBe(201);
  expect((await post(ada, first, "replies", reply)).status, "a repeat").toBe(201);
  for (const [who, id] of [
    [ada, second],
    [bob, bobs],
  ] as const) {
    const answer = await post(who, id, "replies", reply);
    expect([answer.status, answer.body.code]).toEqual([409, "CONFLICT"]);
  }
  expect((await post(admin, first, "replies", { ...reply, sender: "admin" })).status).toBe(409);
  const note = { key: newId(), message: "Between us" };
  expect((await post(admin, first, "notes", note)).status).toBe(201);
  expect((await post(moderator, first, "notes", note)).status).toBe(409);
  expect((await read(first)).adminMessage).toHaveLength(1);
  expect((await read(second)).adminMessage).toHaveLength(0);
});

test("what the staff writes stands in the audit log; a note moves nothing of the ticket", async () => {
  const { shop, ada, admin, open, post, read } = await openDesk();
  const id = await open(ada);
  const before = await read(id);
  await post(admin, id, "notes", { key: newId(), message: "Between us" });
  expect(await read(id)).toMatchObject({
    lastMessageAt: before.lastMessageAt,
    ticketStatus: before.ticketStatus,
  });
  await post(admin, id, "replies", { key: newId(), message: "Try again", sender: "admin" });
  const after = await read(id);
  expect(after.lastMessageAt > before.lastMessageAt).toBe(true);
  await post(ada, id, "replies", { key: newId(), message: "It works", sender: "user" });
  const lines = await shop.platform.db
    .select({ action: auditLog.action, after: auditLog.after })
    .from(auditLog)
    .where(eq(auditLog.subject, `ticket:${id}`))
    .orderBy(auditLog.id);
  expect(lines).toEqual([
    { action: "POST /api/support/tickets/{id}/notes", after: { message: "Between us", internal: true } },
    { action: "POST /api/support/tickets/{id}/replies", after: { message: "Try again", internal: false } },
  ]);
});

test("a refused answer says why", async () => {
  const { shop, ada, admin, open, post } = await openDesk();
  const id = await open(ada);
  const status = { ticketStatus: "closed" };
  await shop.send({ method: "PUT", url: `/support-message-status/${id}`, body: status, as: admin });
  const closed = await post(admin, id, "replies", { key: newId(), message: "Too late", sender: "admin" });
  expect([closed.status, closed.body.message]).toEqual([409, "This ticket is closed. Reopen it to answer."]);
  expect((await post(admin, id, "notes", { key: newId(), message: "Still noted" })).status).toBe(201);
  const reply = { key: newId(), message: "See the file", sender: "user", attachments: [newId()] };
  const lost = await post(ada, id, "replies", reply);
  expect([lost.status, lost.body.message]).toEqual([
    404,
    "An attachment was not found. Please attach it again.",
  ]);
});
