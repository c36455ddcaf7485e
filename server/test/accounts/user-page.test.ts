import { expect, test, vi } from "vitest";
import type { TimelineLine } from "#contract/user-page.ts";
import { newId } from "#server/db/ids.ts";
import { generations } from "#server/db/tables/generations.ts";
import { orders } from "#server/db/tables/orders.ts";
import { modelCalls } from "#server/db/tables/spending.ts";
import { openTestShop, type Person, type TestShop } from "../helpers/test-shop.ts";
import { giveCredits } from "../security/seeded-shop.ts";

const minute = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, n));

async function addOrder(shop: TestShop, { id, email, name }: Person, code: string, at: Date, paid: boolean) {
  await shop.platform.db.insert(orders).values({
    kind: "item",
    orderId: code,
    paymentId: code,
    userId: id,
    productId: newId(),
    productName: "Cheat sheet",
    priceMinor: 1500,
    totalMinor: 1500,
    refundedMinor: paid ? 500 : 0,
    currency: "EUR",
    customerName: name,
    customerEmail: email,
    address: "1 Road",
    country: "France",
    paymentStatus: paid ? "Paid" : "pending",
    paidAt: paid ? at : null,
    createdAt: at,
  });
}

async function addRun(shop: TestShop, userId: string, title: string, at: Date, deleted = false) {
  await shop.platform.db.insert(generations).values({
    userId,
    idempotencyKey: newId(),
    title,
    niche: "gaming",
    style: "bold",
    customPrompt: "",
    cost: 1,
    stage: "done",
    createdAt: at,
    deletedAt: deleted ? at : null,
  });
}

/** A person with something of each kind, and a bystander with the same. */
async function openPage() {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const person = await shop.signUp({ name: "Ada" });
  const other = await shop.signUp();
  for (const [at, each] of [person, other].entries()) {
    await addOrder(shop, each, `PAGEA${at}00`, minute(1), true);
    await addOrder(shop, each, `PAGEB${at}00`, minute(3), false);
    await addRun(shop, each.id, `Run of ${each.email}`, minute(2));
    await addRun(shop, each.id, "Thrown away", minute(4), true);
    await giveCredits(shop, each, 7);
    const body = { subject: "Where is it", message: "It is gone", priority: "low" };
    const sent = await shop.send({ method: "POST", url: "/new-support-message", as: each, body });
    expect(sent.status).toBeLessThan(300);
    const message = { toEmail: each.email, subject: "For you", messageBody: "<p>Here</p>" };
    await shop.send({ method: "POST", url: "/send-message", as: admin, body: message });
  }
  const read = (path: string) => shop.send({ url: `/api/users/${person.id}${path}`, as: admin });
  return { shop, admin, person, other, read };
}

test("the page of a person sums up what there is, and the timeline merges it newest first, page by page", async () => {
  const { person, other, read, shop, admin } = await openPage();
  const { body } = await read("");
  expect(body.data).toMatchObject({
    user: { _id: person.id, userName: "Ada", currentBalance: 7 },
    erasedAt: null,
    held: 0,
    debt: 0,
    paid: [{ amount: "10.00", currency: "EUR" }],
    counts: { order: 2, credits: 1, run: 1, ticket: 1 },
  });
  // A mail that is sent meanwhile would be another line on the later pages.
  const whole = await vi.waitFor(
    async () => {
      const answer = await read("/timeline?pageSize=100");
      expect(answer.body.filter(({ status }: TimelineLine) => status === "queued")).toEqual([]);
      return answer;
    },
    { timeout: 20_000 },
  );
  const lines: TimelineLine[] = whole.body;
  const counts: Record<string, number> = body.data.counts;
  for (const [kind, count] of Object.entries(counts))
    expect([kind, lines.filter((line) => line.kind === kind).length]).toEqual([kind, count]);
  expect(lines.map(({ at }) => at)).toEqual(
    lines
      .map(({ at }) => at)
      .toSorted()
      .reverse(),
  );
  expect(lines.slice(-3).map(({ title, note }) => [title, note])).toEqual([
    ["Cheat sheet", "PAGEB000"],
    [`Run of ${person.email}`, null],
    ["Cheat sheet", "PAGEA000"],
  ]);
  expect(lines.find(({ kind }) => kind === "credits")).toMatchObject({
    title: "gift",
    amount: 7,
    balanceAfter: 7,
  });
  expect(lines.at(-1)).toMatchObject({
    isItem: true,
    status: "Paid",
    total: { amount: "15.00", currency: "EUR" },
  });
  expect(whole.text).not.toContain(other.email);

  const pages: TimelineLine[] = [];
  for (let page = 1; pages.length < lines.length; page++) {
    const part = await read(`/timeline?page=${page}&pageSize=2`);
    expect(part.headers["x-total-count"]).toBe(String(lines.length));
    expect(part.body.length).toBeGreaterThan(0);
    pages.push(...part.body);
  }
  expect(pages).toEqual(lines);
  const runs = await read("/timeline?kind=run");
  expect([runs.body.length, runs.headers["x-total-count"]]).toEqual([1, "1"]);
  expect((await read("/timeline?kind=sessions")).status).toBe(400);

  // An erased person keeps the page, under the pseudonym.
  await shop.send({ method: "DELETE", url: `/api/users/${person.id}`, as: admin });
  const erased = await read("");
  expect(erased.body.data).toMatchObject({
    user: { userName: "Deleted user" },
    erasedAt: expect.any(String),
    counts: { order: 2 },
  });
  expect(erased.text).not.toContain(person.email);
  const left = await read("/timeline?pageSize=100");
  expect(left.status).toBe(200);
  expect(left.text).not.toContain(person.email);
});

test("an unknown person has no page, and only an admin sees one", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const person = await shop.signUp();
  for (const path of ["", "/timeline"]) {
    for (const id of ["unknown", newId()])
      expect((await shop.send({ url: `/api/users/${id}${path}`, as: admin })).status).toBe(404);
    for (const as of [person, await shop.signUp({ role: "moderator" })])
      expect((await shop.send({ url: `/api/users/${person.id}${path}`, as })).status).toBe(403);
  }
});

test("lists tell an admin whose each line is", async () => {
  const { shop, admin, person } = await openPage();
  const first = async (url: string) => {
    const { body } = await shop.send({ url, as: admin });
    return Array.isArray(body) ? body[0] : body.data[0];
  };
  const asked = encodeURIComponent(person.email);
  expect(await first(`/item-orders?userEmail=${asked}`)).toMatchObject({ userId: person.id });
  expect(await first(`/support-messages?userEmail=${asked}`)).toMatchObject({ userId: person.id });
  expect(await first(`/message-log?q=${asked}`)).toMatchObject({ userId: person.id });
  expect(await first(`/api/audit-log?actor=${encodeURIComponent(admin.email)}`)).toMatchObject({
    actorId: admin.id,
  });
  const own = await shop.send({ url: "/item-orders", as: person });
  expect(own.body[0]).not.toHaveProperty("userId");
});

test("the page of a person tells what the models took for their calls, also what failed or cost no credit", async () => {
  const { shop, person, other, read } = await openPage();
  const call = { purpose: "picture", model: "m", tokensIn: 1, tokensOut: 1, pictures: 1 } as const;
  expect((await read("")).body.data.modelCosts).toEqual([]);
  await shop.platform.db.insert(modelCalls).values([
    { ...call, userId: person.id, costMicros: 34_000, currency: "USD" },
    { ...call, userId: person.id, costMicros: 500, currency: "USD" },
    { ...call, userId: person.id, costMicros: null, currency: "GBP" },
    { ...call, userId: person.id, costMicros: 40_000, currency: "EUR" },
    { ...call, userId: other.id, costMicros: 1_000_000, currency: "USD" },
  ]);
  expect((await read("")).body.data.modelCosts).toEqual([
    { currency: "EUR", costMicros: 40_000 },
    { currency: "USD", costMicros: 34_500 },
  ]);
});
