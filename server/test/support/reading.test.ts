import { expect, test } from "vitest";
import { outbox } from "#server/db/tables/mail.ts";
import { openTestShop, type Person, type TestShop } from "../helpers/test-shop.ts";

const open = async (shop: TestShop, as: Person | null, body: object = {}) => {
  const visitor = as
    ? {}
    : { ticketUserName: "Vera", ticketUserEmail: "vera@example.com", phone: "+49 30 1" };
  const answer = await shop.send({
    method: "POST",
    url: "/new-support-message",
    body: { subject: "Help", message: "It broke", ...visitor, ...body },
    as,
  });
  return answer;
};
const list = (shop: TestShop, as: Person | null, query = "") =>
  shop.send({ url: `/support-messages${query}`, as });
const subjects = (answer: { body: { subject: string }[] }) => answer.body.map(({ subject }) => subject);
const reply = (shop: TestShop, as: Person, id: string, sender: string, message = "x") =>
  shop.send({
    method: "POST",
    url: `/api/support/tickets/${id}/replies`,
    body: {
      key: Array.from({ length: 24 }, () => Math.floor(Math.random() * 16).toString(16)).join(""),
      message,
      sender,
    },
    as,
  });

test("a visitor needs name, valid e-mail, subject, phone and message, each with its text", async () => {
  const shop = await openTestShop();
  for (const [change, field, text] of [
    [{ ticketUserName: " " }, "ticketUserName", "Please enter your name"],
    [{ ticketUserEmail: "" }, "ticketUserEmail", "Please enter your email"],
    [{ ticketUserEmail: "no address" }, "ticketUserEmail", "Please enter a valid email address."],
    [{ subject: "" }, "subject", "Please enter your subjects"],
    [{ phone: "" }, "phone", "Please enter your phone number"],
    [{ phone: "1".repeat(51) }, "phone", "Please use at most 50 characters."],
    [{ message: "  " }, "message", "Please enter your message"],
    [{ message: "x".repeat(5001) }, "message", "Please use at most 5,000 characters."],
  ] as const) {
    const answer = await open(shop, null, change);
    expect([change, answer.status, answer.body.fields?.[field]]).toEqual([change, 400, text]);
  }
  const good = await open(shop, null);
  expect(good).toMatchObject({
    status: 201,
    body: { success: true, data: { ticketStatus: "open", priority: "low", phone: "+49 30 1" } },
  });
});

test("a form whose unseen field is filled in is kept as suspected spam, without a mail, until support clears it", async () => {
  const shop = await openTestShop();
  const [admin, ada] = [await shop.signUp({ role: "Admin" }), await shop.signUp()];
  const real = await open(shop, null, { subject: "Real" });
  const unread = async () =>
    (await shop.send({ url: "/api/support/unread", as: admin })).body.data.console as number;
  const before = [await unread(), await shop.platform.db.$count(outbox)];
  const sent = await open(shop, null, { subject: "Filled", extra: "https://filler.example" });
  expect(sent.status).toBe(201);
  expect(Object.keys(sent.body.data)).toEqual(Object.keys(real.body.data));
  expect([await unread(), await shop.platform.db.$count(outbox)]).toEqual(before);

  expect(subjects(await list(shop, admin))).toEqual(["Filled", "Real"]);
  expect(subjects(await list(shop, admin, "?spam=true"))).toEqual(["Filled"]);
  expect(subjects(await list(shop, admin, "?spam=false"))).toEqual(["Real"]);
  const url = `/support-message-status/${sent.body.data._id}`;
  const clear = (as: Person) => shop.send({ method: "PUT", url, body: { suspectedSpam: false }, as });
  expect((await clear(ada)).status).toBe(404);
  expect((await clear(admin)).body.data).toMatchObject({ subject: "Filled", suspectedSpam: false });
  expect(subjects(await list(shop, admin, "?spam=true"))).toEqual([]);
  expect(await unread()).toBe(before[0]! + 1);

  const other = await open(shop, null, { subject: "Answered", extra: "https://filler.example" });
  expect(subjects(await list(shop, admin, "?spam=true"))).toEqual(["Answered"]);
  const message = { sender: "admin", message: "You are no program.", timestamp: new Date().toISOString() };
  const answered = await shop.send({
    method: "PUT",
    url: `/support-message-status/${other.body.data._id}`,
    body: { adminMessage: [message] },
    as: admin,
  });
  expect([answered.status, answered.body.data.suspectedSpam]).toEqual([200, false]);
  expect(subjects(await list(shop, admin, "?waiting=true"))).toContain("Answered");

  await open(shop, ada, { subject: "A member's", extra: "filled by a password manager" });
  expect(subjects(await list(shop, admin, "?spam=true"))).toEqual([]);
});

test("the contact form takes ten an hour from one address, and a member is not counted with it", async () => {
  const shop = await openTestShop({ config: { rateLimitFactor: 1 } });
  const ada = await shop.signUp();
  for (let sent = 0; sent < 10; sent += 1) expect((await open(shop, null)).status).toBe(201);
  const refused = await open(shop, null);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect((await open(shop, ada)).status).toBe(201);
});

test("a visitor's message never shows in the list of the member with its e-mail", async () => {
  const shop = await openTestShop();
  const vera = await shop.signUp({ email: "vera@example.com" });
  const sent = await open(shop, null, { subject: "From a visitor" });
  await open(shop, vera, { subject: "From Vera" });
  for (const query of ["", "?userEmail=vera@example.com", "?q=visitor", "?mine=true"]) {
    expect(subjects(await list(shop, vera, query))).not.toContain("From a visitor");
  }
  expect((await shop.send({ url: `/support-message/${sent.body.data._id}`, as: vera })).status).toBe(404);
});

test("members see their own, the staff all, newest first; another's e-mail gives an empty list", async () => {
  const shop = await openTestShop();
  const [ada, eve] = [await shop.signUp(), await shop.signUp()];
  const moderator = await shop.signUp({ role: "moderator" });
  const admin = await shop.signUp({ role: "Admin" });
  await open(shop, ada, { subject: "One" });
  await open(shop, eve, { subject: "Two" });
  await open(shop, ada, { subject: "Three" });
  expect((await list(shop, null)).status).toBe(401);
  expect(subjects(await list(shop, ada))).toEqual(["Three", "One"]);
  expect(subjects(await list(shop, ada, `?userEmail=${ada.email.toUpperCase()}`))).toEqual(["Three", "One"]);
  expect((await list(shop, ada, `?userEmail=${eve.email}`)).body).toEqual([]);
  expect(subjects(await list(shop, moderator))).toEqual(["Three", "Two", "One"]);
  expect(subjects(await list(shop, admin, `?userEmail=${eve.email}`))).toEqual(["Two"]);
  expect((await list(shop, ada, `?userEmail=${ada.email}&userEmail=${eve.email}`)).status).toBe(400);
  expect((await list(shop, ada, `?userEmail[]=${ada.email}`)).status).toBe(400);
});

test("the staff filters by status, priority, assignee, time, e-mail and words, a page at a time", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp({ email: "ada@lovelace.example" });
  const moderator = await shop.signUp({ role: "moderator" });
  const ids: Record<string, string> = {};
  for (const subject of ["Alpha", "Beta", "Gamma"])
    ids[subject] = (await open(shop, ada, { subject })).body.data._id;
  await open(shop, null, { subject: "Delta 100%" });
  await shop.send({
    method: "PUT",
    url: `/support-message-status/${ids.Alpha}`,
    body: { ticketStatus: "resolved", priority: "high" },
    as: moderator,
  });
  await shop.send({
    method: "PUT",
    url: `/api/support/tickets/${ids.Beta}/assignee`,
    body: { assigneeId: moderator.id },
    as: moderator,
  });
  await reply(shop, moderator, ids.Gamma!, "admin", "the needle");
  const today = new Date().toISOString().slice(0, 10);
  for (const [query, expected] of [
    ["?status=RESOLVED", ["Alpha"]],
    ["?priority=high", ["Alpha"]],
    ["?assignee=me", ["Beta"]],
    [`?assignee=${moderator.id}`, ["Beta"]],
    ["?assignee=none", ["Delta 100%", "Gamma", "Alpha"]],
    ["?email=LOVELACE", ["Gamma", "Beta", "Alpha"]],
    ["?q=needle", ["Gamma"]],
    ["?q=100%25", ["Delta 100%"]],
    ["?q=%25", ["Delta 100%"]],
    [`?from=${today}&to=${today}&q=alpha`, ["Alpha"]],
    ["?from=2001-01-01&to=2001-01-02", []],
    ["?from=2001-01-01&q=alpha", ["Alpha"]],
    ["?order=asc&page=1&pageSize=2", ["Alpha", "Beta"]],
  ] as const) {
    expect([query, subjects(await list(shop, moderator, query))]).toEqual([query, expected]);
  }
  const paged = await list(shop, moderator, "?page=2&pageSize=3");
  expect(paged.headers["x-total-count"]).toBe("4");
  expect(paged.headers.link).toContain('rel="prev"');
  for (const bad of [
    "?status=lost",
    "?from=2026-02-30&to=2026-03-01",
    "?from=x&to=y",
    "?page=0",
    "?sort=message",
    "?order=up",
  ]) {
    expect([bad, (await list(shop, moderator, bad)).status]).toEqual([bad, 400]);
  }
});

test("unread counts rise with the other side's messages and fall when they are read", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const [admin, moderator] = [await shop.signUp({ role: "Admin" }), await shop.signUp({ role: "moderator" })];
  const id = (await open(shop, ada)).body.data._id;
  const unread = async (as: Person) => (await shop.send({ url: `/support-message/${id}`, as })).body.unread;
  const badges = async (as: Person) => (await shop.send({ url: "/api/support/unread", as })).body.data;
  const markRead = (as: Person, upTo: number) =>
    shop.send({ method: "POST", url: `/api/support/tickets/${id}/read`, body: { upTo }, as });
  expect([await unread(ada), await unread(admin)]).toEqual([0, 1]);
  expect(await badges(admin)).toEqual({ own: 0, console: 1 });
  await markRead(admin, 0);
  expect([await unread(admin), await unread(moderator)]).toEqual([0, 1]);
  await reply(shop, ada, id, "user", "more");
  expect([await unread(admin), await unread(moderator)]).toEqual([1, 2]);
  await reply(shop, admin, id, "admin", "answer");
  expect([await unread(ada), await unread(admin), await unread(moderator)]).toEqual([1, 0, 0]);
  expect(await badges(ada)).toEqual({ own: 1, console: null });
  await markRead(ada, 2);
  await markRead(ada, 0);
  expect([await unread(ada), await badges(ada)]).toEqual([0, { own: 0, console: null }]);
});

test("internal notes, assignee and the staff's names reach the staff alone", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const moderator = await shop.signUp({ role: "moderator", name: "Mona" });
  const id = (await open(shop, ada)).body.data._id;
  await shop.send({
    method: "POST",
    url: `/api/support/tickets/${id}/notes`,
    body: { key: "d".repeat(24), message: "secret remark" },
    as: moderator,
  });
  await shop.send({
    method: "PUT",
    url: `/api/support/tickets/${id}/assignee`,
    body: { assigneeId: moderator.id },
    as: moderator,
  });
  await reply(shop, moderator, id, "admin", "hello");
  const seen = await shop.send({ url: `/support-message/${id}`, as: moderator });
  expect(seen.body).toMatchObject({
    internalNotes: [{ message: "secret remark", authorName: "Mona" }],
    assignee: { userName: "Mona" },
  });
  for (const url of [`/support-message/${id}`, "/support-messages", "/support-messages?q=hello"]) {
    const answer = await shop.send({ url, as: ada });
    expect(answer.status).toBe(200);
    expect(answer.text).not.toMatch(/secret remark|Mona|internalNotes|assignee/);
  }
  expect((await list(shop, ada, "?q=secret")).body).toEqual([]);
  expect(subjects(await list(shop, moderator, "?q=secret"))).toEqual(["Help"]);
});

test("the desk's calls are for the staff", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const id = (await open(shop, ada)).body.data._id;
  const calls = [
    { method: "POST", url: `/api/support/tickets/${id}/notes`, body: { key: "e".repeat(24), message: "x" } },
    { method: "PUT", url: `/api/support/tickets/${id}/assignee`, body: { assigneeId: null } },
    { method: "POST", url: `/api/support/tickets/${id}/presence`, body: { typing: false } },
    { url: "/api/support/staff" },
    { url: "/api/support/canned-replies" },
    { method: "POST", url: "/api/support/canned-replies", body: { title: "a", body: "b" } },
    { method: "PUT", url: `/api/support/canned-replies/${id}`, body: { title: "a", body: "b" } },
    { method: "DELETE", url: `/api/support/canned-replies/${id}` },
  ];
  for (const call of calls) {
    expect((await shop.send({ ...call, as: null })).status).toBe(401);
    expect((await shop.send({ ...call, as: ada })).status).toBe(403);
  }
});

test("a ticket can be given only to someone of the staff", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const moderator = await shop.signUp({ role: "moderator" });
  const id = (await open(shop, ada)).body.data._id;
  const assign = (assigneeId: unknown, extra = {}) =>
    shop.send({
      method: "PUT",
      url: `/api/support/tickets/${id}/assignee`,
      body: { assigneeId, ...extra },
      as: moderator,
    });
  expect((await assign(ada.id)).status).toBe(400);
  expect((await assign("nobody")).status).toBe(400);
  expect((await assign(moderator.id, { more: 1 })).status).toBe(400);
  expect((await assign(moderator.id)).body.data.assignee._id).toBe(moderator.id);
  expect((await assign(null)).body.data.assignee).toBeNull();
  const staff = await shop.send({ url: "/api/support/staff", as: moderator });
  expect(staff.body).toContainEqual({ _id: moderator.id, userName: moderator.name });
});

test("canned replies are kept, changed and deleted", async () => {
  const shop = await openTestShop();
  const moderator = await shop.signUp({ role: "moderator" });
  const send = (method: string, url: string, body?: object) =>
    shop.send({ method, url, ...(body ? { body } : {}), as: moderator });
  const added = await send("POST", "/api/support/canned-replies", {
    title: "Thanks",
    body: "Thank you, {name}.",
  });
  expect(added.status).toBe(201);
  const url = `/api/support/canned-replies/${added.body.data._id}`;
  expect((await send("PUT", url, { title: "Thanks!", body: "Thank you." })).body.data).toMatchObject({
    title: "Thanks!",
  });
  expect((await send("PUT", url, { title: " " })).status).toBe(400);
  expect((await send("PUT", url, { body: "Thanks." })).body.data).toMatchObject({
    title: "Thanks!",
    body: "Thanks.",
  });
  expect((await send("GET", "/api/support/canned-replies")).body).toHaveLength(1);
  expect((await send("DELETE", url)).status).toBe(200);
  expect((await send("DELETE", url)).status).toBe(404);
  expect((await send("POST", "/api/support/canned-replies", { title: "", body: "x" })).status).toBe(400);
});

test("two members of the staff on one ticket see each other, in every process, until one leaves", async () => {
  const shop = await openTestShop();
  const other = await openTestShop({ database: shop.connectionString });
  const [mona, max] = [
    await shop.signUp({ role: "moderator", name: "Mona" }),
    await shop.signUp({ role: "Admin", name: "Max" }),
  ];
  const id = (await open(shop, mona)).body.data._id;
  const sign = async (where: TestShop, as: Person, body: object) =>
    (await where.send({ method: "POST", url: `/api/support/tickets/${id}/presence`, body, as })).body.data;
  expect(await sign(shop, mona, { typing: true })).toEqual([]);
  await expect
    .poll(() => sign(other, max, { typing: false }))
    .toEqual([{ _id: mona.id, userName: "Mona", typing: true }]);
  await expect
    .poll(() => sign(shop, mona, { typing: false }))
    .toEqual([{ _id: max.id, userName: "Max", typing: false }]);
  await sign(shop, mona, { typing: false, leaving: true });
  await expect.poll(() => sign(other, max, { typing: false })).toEqual([]);
});

test("the admin's menu and dashboard count the same tickets as open: those under way that are not suspected spam", async () => {
  const shop = await openTestShop();
  const [ada, admin] = [await shop.signUp(), await shop.signUp({ role: "Admin" })];
  for (const ticketStatus of ["open", "in-progress", "resolved", "closed"]) {
    const { _id } = (await open(shop, ada, { subject: ticketStatus })).body.data;
    const url = `/support-message-status/${_id}`;
    if (ticketStatus !== "open") await shop.send({ method: "PUT", url, body: { ticketStatus }, as: admin });
  }
  await open(shop, null, { subject: "Spam", extra: "filled in" });
  const { openTickets } = (await shop.send({ url: "/api/insights", as: admin })).body.data;
  const waiting = await list(shop, admin, "?waiting=true&page=1&pageSize=1");
  expect([openTickets, waiting.headers["x-total-count"]]).toEqual([2, "2"]);
  expect(subjects(await list(shop, admin, "?waiting=true"))).toEqual(["in-progress", "open"]);
});
