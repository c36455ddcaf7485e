import { and, eq, like } from "drizzle-orm";
import { expect, test } from "vitest";
import { newId } from "#server/db/ids.ts";
import { auditLog } from "#server/db/tables/audit-log.ts";
import { outbox } from "#server/db/tables/mail.ts";
import { openTestShop, type Person, type TestShop } from "../helpers/test-shop.ts";

async function openTicket(shop: TestShop, as: Person, subject = "Help"): Promise<string> {
  const answer = await shop.send({
    method: "POST",
    url: "/new-support-message",
    body: {
      subject,
      message: "It broke",
      ticketStatus: "closed",
      createdAt: "2001-01-01",
      ticketUserRole: "Admin",
      priority: "high",
    },
    as,
  });
  expect(answer.status).toBe(201);
  return answer.body.data._id;
}

const put = (shop: TestShop, as: Person | null, id: string, body: object) =>
  shop.send({ method: "PUT", url: `/support-message-status/${id}`, body, as });
const read = async (shop: TestShop, as: Person, id: string) =>
  (await shop.send({ url: `/support-message/${id}`, as })).body;
const entry = (message: string, sender = "user") => ({
  message,
  sender,
  timestamp: new Date().toISOString(),
});

test("a new ticket is open and low, with the session's name and the server's time, whatever was sent", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp({ name: "Ada" });
  const sent = await shop.send({
    method: "POST",
    url: "/new-support-message",
    body: {
      subject: "Help",
      message: "It broke",
      ticketUserName: "Eve",
      ticketUserEmail: "eve@example.com",
      ticketStatus: "closed",
      ticketUserRole: "Admin",
      priority: "high",
      createdAt: "2001-01-01T00:00:00Z",
    },
    as: ada,
  });
  expect(sent.body.data).toMatchObject({
    ticketUserName: "Ada",
    ticketUserEmail: ada.email,
    ticketStatus: "open",
    ticketUserRole: "user",
    priority: "low",
    adminMessage: [],
  });
  expect(sent.body.data.createdAt > "2020").toBe(true);
});

test("fifty parallel writers with the same stale list lose nothing", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const admins = await Promise.all([shop.signUp({ role: "Admin" }), shop.signUp({ role: "moderator" })]);
  const id = await openTicket(shop, ada);
  // A busy machine answers some 503, which says to try again.
  const untilTaken = async (body: object, as: Person) => {
    for (;;) {
      const answer = await put(shop, as, id, body);
      if (answer.status !== 503) return answer;
    }
  };
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => {
      const [as, sender] = index % 2 ? [ada, "user"] : [admins[(index / 2) % 2]!, "admin"];
      return untilTaken({ ticketStatus: "open", adminMessage: [entry(`message ${index}`, sender)] }, as);
    }),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
  const { adminMessage } = await read(shop, ada, id);
  expect(adminMessage.map(({ message }: { message: string }) => message).sort()).toEqual(
    Array.from({ length: 50 }, (_, index) => `message ${index}`).sort(),
  );
  expect(adminMessage.map(({ position }: { position: number }) => position)).toEqual(
    Array.from({ length: 50 }, (_, index) => index + 1),
  );
  expect(new Set(adminMessage.map(({ sender }: { sender: string }) => sender))).toEqual(
    new Set(["user", "admin"]),
  );
});

test("writers with the same words at once all stand, with and without a time, and one request stands once, also repeated after a lost answer", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  await sameWordsStand(shop, ada, await openTicket(shop, ada));
  await repeatedStandsOnce(shop, ada, await openTicket(shop, ada));
});

async function sameWordsStand(shop: TestShop, ada: Person, id: string): Promise<void> {
  await Promise.all(
    Array.from({ length: 10 }, () =>
      put(shop, ada, id, { adminMessage: [{ message: "hello?", sender: "user" }] }),
    ),
  );
  await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      put(shop, ada, id, {
        adminMessage: [{ message: "hello?", sender: "user", timestamp: `2026-01-01T00:00:0${index}Z` }],
      }),
    ),
  );
  expect((await read(shop, ada, id)).adminMessage).toHaveLength(20);
}

async function repeatedStandsOnce(shop: TestShop, ada: Person, id: string): Promise<void> {
  const body = { ticketStatus: "in-progress", adminMessage: [entry("only once")] };
  for (const answer of await Promise.all([
    put(shop, ada, id, body),
    put(shop, ada, id, body),
    put(shop, ada, id, body),
  ])) {
    expect(answer.status).toBe(200);
  }
  expect((await read(shop, ada, id)).adminMessage).toHaveLength(1);

  const key = "0123456789abcdef01234567";
  const reply = {
    method: "POST",
    url: `/api/support/tickets/${id}/replies`,
    body: { key, message: "once more", sender: "user" },
    as: ada,
  };
  expect((await Promise.all([shop.send(reply), shop.send(reply)])).map(({ status }) => status)).toEqual([
    201, 201,
  ]);
  const changed = { ...reply, body: { ...reply.body, message: "and something else" } };
  expect((await shop.send(changed)).status, "other words").toBe(409);
  expect((await read(shop, ada, id)).adminMessage).toHaveLength(2);
}

test("the conversation only grows: dropping, changing or adding several is refused and changes nothing", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const admin = await shop.signUp({ role: "Admin" });
  const id = await openTicket(shop, ada);
  await put(shop, ada, id, { adminMessage: [entry("one")] });
  const first = (await read(shop, ada, id)).adminMessage;
  await put(shop, admin, id, { adminMessage: [...first, entry("two", "admin")] });
  const before = await read(shop, ada, id);
  const [one, two] = before.adminMessage;
  for (const adminMessage of [
    [{ ...one, message: "changed" }, two, entry("three")],
    [{ ...one, sender: "admin" }, two, entry("three")],
    [two, entry("three")],
    [one, two, entry("three"), entry("four")],
    [entry("three"), one, two],
  ]) {
    expect((await put(shop, ada, id, { adminMessage })).status).toBe(409);
  }
  expect((await put(shop, ada, id, { adminMessage: [one, two, entry("   ")] })).status).toBe(400);
  expect((await read(shop, ada, id)).adminMessage).toEqual(before.adminMessage);
});

test("nobody speaks for the other side, and times are the server's", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const admin = await shop.signUp({ role: "Admin" });
  const dated = await openTicket(shop, ada);
  const start = new Date(Date.now() - 1000).toISOString();
  await put(shop, ada, dated, {
    adminMessage: [{ message: "old", sender: "user", timestamp: "1999-01-01T00:00:00.000Z" }],
  });
  const [first] = (await read(shop, ada, dated)).adminMessage;
  expect(first.timestamp > start).toBe(true);

  const id = await openTicket(shop, ada);
  expect((await put(shop, ada, id, { adminMessage: [entry("we pay you", "admin")] })).status).toBe(403);
  expect((await put(shop, admin, id, { adminMessage: [entry("I am Ada", "user")] })).status).toBe(403);
  expect((await put(shop, ada, id, { adminMessage: [entry("x", "owner")] })).status).toBe(400);
  const reply = (as: Person, sender: string) =>
    shop.send({
      method: "POST",
      url: `/api/support/tickets/${id}/replies`,
      body: { key: "a".repeat(24), message: "x", sender },
      as,
    });
  expect((await reply(ada, "admin")).status).toBe(403);
  expect((await reply(admin, "user")).status).toBe(403);
  expect((await read(shop, ada, id)).adminMessage).toEqual([]);
});

test("another's ticket is a 404 for every call, with the same body as an unknown one", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const eve = await shop.signUp();
  const id = await openTicket(shop, ada);
  const key = "b".repeat(24);
  const calls = (ticket: string) => [
    { url: `/support-message/${ticket}` },
    { method: "PUT", url: `/support-message-status/${ticket}`, body: { adminMessage: [entry("hi")] } },
    {
      method: "POST",
      url: `/api/support/tickets/${ticket}/replies`,
      body: { key, message: "x", sender: "user" },
    },
    { method: "POST", url: `/api/support/tickets/${ticket}/read`, body: { upTo: 1 } },
  ];
  for (const [index, call] of calls(id).entries()) {
    const others = await shop.send({ ...call, as: eve });
    expect(others.status).toBe(404);
    for (const unknown of ["0".repeat(24), "x", "%00".replace("%00", "-")]) {
      const answer = await shop.send({ ...calls(unknown)[index]!, as: eve });
      expect({ ...answer.body, requestId: "" }).toEqual({ ...others.body, requestId: "" });
    }
    expect((await shop.send({ ...call, as: null })).status).toBe(401);
  }
  expect((await read(shop, ada, id)).adminMessage).toEqual([]);
});

test("status and priority are the staff's; a member's wish for one is refused or ignored", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const moderator = await shop.signUp({ role: "moderator" });
  const id = await openTicket(shop, ada);
  expect((await put(shop, ada, id, { ticketStatus: "closed" })).status).toBe(403);
  expect((await put(shop, ada, id, { priority: "high" })).status).toBe(403);
  const replied = await put(shop, ada, id, {
    ticketStatus: "resolved",
    priority: "high",
    adminMessage: [entry("hi")],
  });
  expect(replied.body.data).toMatchObject({ ticketStatus: "in-progress", priority: "low" });
  const changed = await put(shop, moderator, id, {
    ticketStatus: "Resolved",
    priority: "high",
    adminMessage: replied.body.data.adminMessage,
  });
  expect(changed.body.data).toMatchObject({ ticketStatus: "resolved", priority: "high" });
  expect(changed.body.data.adminMessage).toHaveLength(1);
  expect((await put(shop, moderator, id, { ticketStatus: "lost" })).status).toBe(400);
  const lines = await shop.platform.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subject, `ticket:${id}`));
  expect(lines).toMatchObject([
    {
      actorEmail: moderator.email,
      before: { ticketStatus: "in-progress", priority: "low" },
      after: { ticketStatus: "resolved", priority: "high" },
    },
  ]);
});

test("an admin's answer keeps the status, a closed ticket takes none, and a list along with a change of it is no new message", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const admin = await shop.signUp({ role: "Admin" });
  for (const prove of [answerKeepsStatus, closedTakesNoAnswer, bareListIsNoMessage])
    await prove(shop, ada, admin, await openTicket(shop, ada));
});

/** An admin's answer keeps the status, also one that a message has changed meanwhile. */
async function answerKeepsStatus(shop: TestShop, ada: Person, admin: Person, id: string): Promise<void> {
  const kept = await put(shop, admin, id, { ticketStatus: "open", adminMessage: [entry("first", "admin")] });
  expect(kept.body.data.ticketStatus).toBe("open");
  await put(shop, ada, id, { adminMessage: [...kept.body.data.adminMessage, entry("more")] });
  const late = await put(shop, admin, id, {
    ticketStatus: "open",
    adminMessage: [...kept.body.data.adminMessage, entry("second", "admin")],
  });
  expect(late.body.data.ticketStatus).toBe("in-progress");
  expect(late.body.data.adminMessage.map(({ message }: { message: string }) => message)).toEqual([
    "first",
    "more",
    "second",
  ]);
}

/** The staff's; a user's reply reopens it. */
async function closedTakesNoAnswer(shop: TestShop, ada: Person, admin: Person, id: string): Promise<void> {
  await put(shop, admin, id, { ticketStatus: "closed" });
  expect((await put(shop, admin, id, { adminMessage: [entry("late", "admin")] })).status).toBe(409);
  expect(
    (await put(shop, admin, id, { ticketStatus: "open", adminMessage: [entry("late", "admin")] })).status,
  ).toBe(409);
  const note = await shop.send({
    method: "POST",
    url: `/api/support/tickets/${id}/notes`,
    body: { key: "c".repeat(24), message: "for us" },
    as: admin,
  });
  expect(note.status).toBe(201);
  const reopened = await put(shop, ada, id, { adminMessage: [entry("still broken")] });
  expect(reopened.body.data).toMatchObject({
    ticketStatus: "in-progress",
    adminMessage: [{ message: "still broken" }],
  });
}

/** A list without a time, sent along with a change of the status. */
async function bareListIsNoMessage(shop: TestShop, ada: Person, admin: Person, id: string): Promise<void> {
  await put(shop, ada, id, { adminMessage: [entry("one")] });
  const bare = [{ message: "one", sender: "user" }];
  const changed = await put(shop, admin, id, { ticketStatus: "resolved", adminMessage: bare });
  expect(changed.body.data).toMatchObject({ ticketStatus: "resolved", adminMessage: [{ message: "one" }] });
}

test("each message mails the other side: the member, or the staff once in a while", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const admin = await shop.signUp({ role: "Admin" });
  const id = await openTicket(shop, ada);
  await put(shop, ada, id, { adminMessage: [entry("one")] });
  await put(shop, ada, id, { adminMessage: [entry("two")] });
  await put(shop, admin, id, { adminMessage: [entry("answer <b>", "admin")] });
  const mails = await shop.platform.db.select().from(outbox).orderBy(outbox.id);
  const toAdmin = mails.filter(({ toEmail }) => toEmail === admin.email);
  expect(toAdmin.map(({ templateName }) => templateName)).toEqual(["Support notice", "Support notice"]);
  const toAda = mails.filter(
    ({ toEmail, templateName }) => toEmail === ada.email && templateName === "Ticket answered",
  );
  expect(toAda).toHaveLength(1);
  expect(toAda[0]!.text).toContain(`/user/support?ticket=${id}`);
  expect(toAda[0]!.html).not.toContain("answer <b>");
});

test("a member's message after an answer mails the staff again, however soon", async () => {
  const shop = await openTestShop();
  const [ada, admin] = [await shop.signUp(), await shop.signUp({ role: "Admin" })];
  const id = await openTicket(shop, ada);
  const said = [entry("one"), entry("answer", "admin"), entry("two"), entry("more", "admin"), entry("three")];
  for (const [at, { sender }] of said.entries()) {
    const sent = await put(shop, sender === "admin" ? admin : ada, id, {
      adminMessage: said.slice(0, at + 1),
    });
    expect(sent.status).toBe(200);
  }
  const { db } = shop.platform;
  const notices = await db.select().from(outbox).where(eq(outbox.toEmail, admin.email)).orderBy(outbox.id);
  expect(notices.map(({ subject }) => subject)).toEqual([
    "New support message: Help",
    ...Array(3).fill("New reply: Help"),
  ]);
  expect(notices.at(-1)!.text).toContain("three");
});

test("a message is told to whoever has its ticket, to the others once that one is gone, and never to its author", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const [admin, moderator] = [await shop.signUp({ role: "Admin" }), await shop.signUp({ role: "moderator" })];
  const id = await openTicket(shop, ada);
  const say = (as: Person, ticket: string) => {
    const body = { key: newId(), message: "And more", sender: "user" };
    return shop.send({ method: "POST", url: `/api/support/tickets/${ticket}/replies`, body, as });
  };
  const told = async (ticket: string) => {
    const ofTicket = like(outbox.dedupeKey, `support-notice:${ticket}:%`);
    const mails = await shop.platform.db.select().from(outbox).where(ofTicket).orderBy(outbox.id);
    return mails.map(({ toEmail }) => toEmail);
  };
  expect((await told(id)).toSorted()).toEqual([admin.email, moderator.email].toSorted());
  const assignee = { assigneeId: moderator.id };
  await shop.send({ method: "PUT", url: `/api/support/tickets/${id}/assignee`, body: assignee, as: admin });
  expect((await say(ada, id)).status).toBe(201);
  expect((await told(id)).slice(2)).toEqual([moderator.email]);
  const gone = { disabled: true };
  await shop.send({ method: "PUT", url: `/api/users/${moderator.id}`, body: gone, as: admin });
  expect((await say(ada, id)).status).toBe(201);
  expect((await told(id)).slice(2)).toEqual([moderator.email, admin.email]);
  const own = await openTicket(shop, admin);
  expect((await say(admin, own)).status).toBe(201);
  expect(await told(own)).toEqual([]);
});

test("the staff is mailed of thirty messages of one member an hour, and sees the others in the console", async () => {
  const shop = await openTestShop({ env: { RATE_LIMIT_FACTOR: "1" } });
  const [ada, bob, admin] = [await shop.signUp(), await shop.signUp(), await shop.signUp({ role: "Admin" })];
  const notices = () =>
    shop.platform.db.$count(
      outbox,
      and(eq(outbox.templateName, "Support notice"), eq(outbox.toEmail, admin.email)),
    );
  for (let n = 1; n <= 31; n += 1) await openTicket(shop, ada);
  expect(await notices()).toBe(30);
  await openTicket(shop, bob);
  expect(await notices(), "another one's count is another").toBe(31);
  expect((await shop.send({ url: "/support-messages", as: admin })).body).toHaveLength(32);
});

test("a seller, a moderator and an admin are members in the customer area", async () => {
  const shop = await openTestShop();
  for (const role of ["Seller", "moderator", "Admin"] as const) {
    const person = await shop.signUp({ role });
    const id = await openTicket(shop, person, `from ${role}`);
    const reply = { key: id, message: "mine", sender: "user" };
    const answer = await shop.send({
      method: "POST",
      url: `/api/support/tickets/${id}/replies`,
      body: reply,
      as: person,
    });
    expect(answer.status).toBe(201);
    const own = await shop.send({
      url: `/support-messages?mine=true&userEmail=${encodeURIComponent(person.email)}`,
      as: person,
    });
    expect(own.body.map(({ subject }: { subject: string }) => subject)).toEqual([`from ${role}`]);
  }
});

test("the staff, and nobody else, are told whether a ticket's account can still be signed in to", async () => {
  const shop = await openTestShop();
  const [admin, ada] = [await shop.signUp({ role: "Admin" }), await shop.signUp()];
  const id = await openTicket(shop, ada);
  expect((await read(shop, ada, id)).accountState).toBeUndefined();
  const url = `/api/users/${ada.id}`;
  const told = [(await read(shop, admin, id)).accountState];
  await shop.send({ method: "PUT", url, as: admin, body: { disabled: true } });
  told.push((await read(shop, admin, id)).accountState);
  await shop.send({ method: "DELETE", url, as: admin });
  const list = await shop.send({ url: "/support-messages", as: admin });
  expect([...told, list.body[0].accountState]).toEqual([null, "disabled", "deleted"]);
});

test("the whole conversation may be 4 MiB, and not a byte more", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const id = await openTicket(shop, ada);
  const sized = (bytes: number) => JSON.stringify({ adminMessage: [entry("Once more")] }).padEnd(bytes);
  const send = (body: string) =>
    shop.send({ method: "PUT", url: `/support-message-status/${id}`, body, as: ada });
  expect((await send(sized(4 * 1024 * 1024))).status).toBe(200);
  expect((await send(sized(4 * 1024 * 1024 + 1))).status).toBe(413);
  expect((await read(shop, ada, id)).adminMessage).toHaveLength(1);
});

test("both calls that add a message draw on one allowance", async () => {
  const shop = await openTestShop({ env: { RATE_LIMIT_FACTOR: "0.01" } });
  const ada = await shop.signUp();
  const id = await openTicket(shop, ada);
  const reply = { key: "a".repeat(24), message: "Second", sender: "user" };
  const url = `/api/support/tickets/${id}/replies`;
  const again = () => put(shop, ada, id, { adminMessage: [entry("First")] });
  for (let n = 0; n < 5; n += 1) expect((await again()).status).toBe(200);
  expect((await shop.send({ method: "POST", url, body: reply, as: ada })).status).toBe(201);
  expect((await again()).status).toBe(429);
});
