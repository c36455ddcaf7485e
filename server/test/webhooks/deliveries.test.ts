import { eq, sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import type { GenerationImage } from "#contract/generations.ts";
import { webhookMessage } from "#contract/webhooks.ts";
import { openDatabase } from "#server/db/database.ts";
import { deleteExpired } from "#server/db/retention.ts";
import { outbox } from "#server/db/tables/mail.ts";
import { users } from "#server/db/tables/users.ts";
import { webhookDeliveries, webhooks } from "#server/db/tables/webhooks.ts";
import { unlinked } from "#server/features/mail/greeting.ts";
import { readQueues } from "#server/features/monitoring/queues.repository.ts";
import { claimDelivery, recordDelivered } from "#server/features/webhooks/deliveries.repository.ts";
import { retryDelays } from "#server/features/webhooks/send-deliveries.ts";
import {
  balanceOf,
  finished,
  memberWith,
  openGeneratorShop,
  startGeneration,
} from "../generations/generator-shop.ts";
import { holdJobs } from "../helpers/hold-jobs.ts";
import { untilWaiting } from "../helpers/lock-waits.ts";
import { openTestShop, type TestShop } from "../helpers/test-shop.ts";
import { openPaypalShop, refund } from "../payments/paypal-shop.ts";
import { addWebhook, answers, deliveriesOf, openReceiver, sendTest, verified } from "./receiver.ts";

const until = { timeout: 20_000, interval: 30 };

/** Lets the pause of every message that waits end now. */
async function endPauses({ platform }: TestShop): Promise<void> {
  await platform.db
    .update(webhookDeliveries)
    .set({ nextAttemptAt: sql`now()` })
    .where(eq(webhookDeliveries.status, "queued"));
  platform.jobs.wake("webhooks");
}

test("a run that is done is told to its owner alone, signed, with what the owner may read", async () => {
  const { shop } = await openGeneratorShop();
  const [ada, bob] = [await memberWith(shop, 10), await memberWith(shop, 10)];
  const [receiver, others] = [await openReceiver(), await openReceiver()];
  const made = await addWebhook(shop, ada, receiver.url);
  await addWebhook(shop, bob, others.url);
  const started = await startGeneration(shop, ada, { title: "Grüße <b>" });
  const run = await finished(shop, ada, started.body.data.id);
  await expect.poll(() => receiver.received.length, until).toBe(1);
  const [got] = receiver.received;
  const message = verified(got!, made.secret);
  expect(webhookMessage.parse(message)).toEqual(message);
  const { appUrl } = shop.platform.config;
  expect(message).toMatchObject({
    type: "run.done",
    data: {
      id: run.id,
      kind: "new",
      title: "Grüße <b>",
      balance: await balanceOf(shop, ada),
      images: [1, 2].map((position) => ({ position, url: `${appUrl}${run.images[position - 1].url}` })),
    },
  });
  expect(Date.parse(message.timestamp)).toBeLessThanOrEqual(Date.now());
  await expect
    .poll(() => deliveriesOf(shop, ada, made.id), until)
    .toMatchObject([
      { id: got!.headers["webhook-id"], event: "run.done", status: "delivered", answerStatus: 204 },
    ]);
  expect(others.connections()).toBe(0);
  expect((await shop.send({ url: `/api/webhooks/${made.id}/deliveries`, as: bob })).status).toBe(404);
});

test("a run whose words are text is told with the designs that have them, as its pictures are bare", async () => {
  const { shop } = await openGeneratorShop();
  const ada = await memberWith(shop, 10);
  const receiver = await openReceiver();
  const made = await addWebhook(shop, ada, receiver.url);
  const started = await startGeneration(shop, ada, { words: "text" });
  const run = await finished(shop, ada, started.body.data.id);
  await expect.poll(() => receiver.received.length, until).toBe(1);
  const { data } = webhookMessage.parse(verified(receiver.received[0]!, made.secret));
  const designs = run.images.map(({ position, designId }: GenerationImage) => ({ position, designId }));
  expect(designs).toMatchObject([{ designId: expect.any(String) }, { designId: expect.any(String) }]);
  expect(data).toMatchObject({ images: designs });
});

test("a run that fails is told with its reason and the balance that came back", async () => {
  const { shop, emulator } = await openGeneratorShop();
  await emulator.fault("safety");
  const ada = await memberWith(shop, 10);
  const receiver = await openReceiver();
  const made = await addWebhook(shop, ada, receiver.url);
  const started = await startGeneration(shop, ada);
  const run = await finished(shop, ada, started.body.data.id);
  expect(run.stage).toBe("failed");
  await expect.poll(() => receiver.received.length, until).toBe(1);
  expect(verified(receiver.received[0]!, made.secret)).toMatchObject({
    type: "run.failed",
    data: { id: run.id, reason: run.reason, error: run.error, balance: 10 },
  });
});

test("a balance that falls past an address's number is told once, and again after it has risen", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const ada = await memberWith(shop, 6);
  const receiver = await openReceiver();
  await addWebhook(shop, ada, `${receiver.url}/three`, { events: ["balance.low"] });
  await addWebhook(shop, ada, `${receiver.url}/five`, { events: ["balance.low"], lowBalance: 5 });
  const setTo = (balance: number) =>
    shop.send({
      method: "PUT",
      url: `/api/users/${ada.id}`,
      body: { currentBalance: balance, note: "Test" },
      as: admin,
    });
  const told = () =>
    receiver.received.map(({ path, body }) => `${path} ${JSON.stringify(JSON.parse(body).data)}`).toSorted();
  for (const balance of [5, 4]) expect((await setTo(balance)).status).toBe(200);
  await expect.poll(told, until).toEqual(['/five {"balance":5,"threshold":5}']);
  for (const balance of [2, 1, 3, 0]) await setTo(balance);
  await expect
    .poll(told, until)
    .toEqual(['/five {"balance":5,"threshold":5}', '/three {"balance":2,"threshold":3}']);
  for (const balance of [4, 3]) await setTo(balance);
  await expect.poll(() => told().length, until).toBe(3);
  expect(told()).toContain('/three {"balance":3,"threshold":3}');
});

test("credits that are set aside for a run bring balance.low in the same transaction", async () => {
  const { shop } = await openGeneratorShop();
  const ada = await memberWith(shop, 4);
  const receiver = await openReceiver();
  await addWebhook(shop, ada, receiver.url, { events: ["balance.low"] });
  const started = await startGeneration(shop, ada);
  await finished(shop, ada, started.body.data.id);
  await expect.poll(() => receiver.received.length, until).toBe(1);
  const { data } = JSON.parse(receiver.received[0]!.body);
  expect(data).toEqual({ balance: started.body.data.currentBalance, threshold: 3 });
  // What waits at the model no more than a moment was told of by then.
  expect(await shop.platform.db.$count(webhookDeliveries)).toBe(1);
});

test("credits that a refund takes back bring balance.low", async () => {
  const s = await openPaypalShop();
  const receiver = await openReceiver();
  await addWebhook(s.shop, s.buyer, receiver.url, { events: ["balance.low"] });
  const { order } = await s.paid();
  expect((await refund(s, order, { amount: "10.00" })).status).toBe(200);
  const balance = await s.balance();
  expect(balance).toBe(2);
  await expect.poll(() => receiver.received.length, until).toBe(1);
  expect(JSON.parse(receiver.received[0]!.body).data).toEqual({ balance, threshold: 3 });
});

test("a message that is refused is tried nine times more within a day, under one id, and can be sent again", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const receiver = await openReceiver(answers(500, "No."));
  const made = await addWebhook(shop, ada, receiver.url);
  const id = await sendTest(shop, ada, made.id);
  expect(retryDelays).toHaveLength(9);
  expect(retryDelays.reduce((sum, delay) => sum + delay)).toBeLessThan(24 * 3600);
  for (let tries = 1; tries <= 10; tries += 1) {
    await expect.poll(() => receiver.received.length, until).toBe(tries);
    const status = tries === 10 ? "failed" : "waiting";
    await expect
      .poll(async () => (await deliveriesOf(shop, ada, made.id))[0], until)
      .toMatchObject({
        id,
        status,
        attempts: tries,
        answerStatus: 500,
        answerText: "No.",
        error: "It answered 500.",
      });
    await endPauses(shop);
  }
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"]))).toEqual(new Set([id]));
  const [record] = (await shop.send({ url: "/api/webhooks", as: ada })).body.data;
  expect(record.failingSince).toEqual(expect.any(String));
  receiver.answer = answers(200, "Thanks.");
  const again = {
    method: "POST",
    url: `/api/webhooks/${made.id}/deliveries/${id}/resend`,
    body: {},
    as: ada,
  };
  expect((await shop.send(again)).body.data).toMatchObject({ id, attempts: 0 });
  await expect
    .poll(async () => (await deliveriesOf(shop, ada, made.id))[0], until)
    .toMatchObject({ id, status: "delivered", attempts: 1, answerText: "Thanks.", error: null });
  expect(verified(receiver.received.at(-1)!, made.secret)).toMatchObject({ type: "webhook.test" });
  expect((await shop.send({ url: "/api/webhooks", as: ada })).body.data[0].failingSince).toBeNull();
});

test("what fails for five days is switched off, once, with a mail; switched on again it is sent to", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const receiver = await openReceiver(answers(500));
  const made = await addWebhook(shop, ada, receiver.url);
  const fails = async (days: number) => {
    const id = await sendTest(shop, ada, made.id);
    await expect
      .poll(async () => (await deliveriesOf(shop, ada, made.id))[0], until)
      .toMatchObject({ id, status: "waiting", attempts: 1 });
    const failingSince = sql`now() - make_interval(days => ${days}::int, mins => 1)`;
    await shop.platform.db.update(webhooks).set({ failingSince });
    await shop.platform.db.update(webhookDeliveries).set({ attempts: 9 }).where(eq(webhookDeliveries.id, id));
    await endPauses(shop);
    await expect
      .poll(async () => (await deliveriesOf(shop, ada, made.id)).find((each) => each.id === id), until)
      .toMatchObject({ status: "failed", attempts: 10 });
    return (await shop.send({ url: "/api/webhooks", as: ada })).body.data[0];
  };
  const mails = () => shop.platform.db.select().from(outbox).where(eq(outbox.templateName, "Webhook off"));
  expect(await fails(4)).toMatchObject({ active: true });
  expect(await mails()).toEqual([]);
  expect(await fails(5)).toMatchObject({ active: false, switchedOffAt: expect.any(String) });
  const host = unlinked(receiver.url);
  expect(await mails()).toMatchObject([{ toEmail: ada.email, text: expect.stringContaining(host) }]);
  const tested = await shop.send({ method: "POST", url: `/api/webhooks/${made.id}/test`, body: {}, as: ada });
  expect(tested.body).toMatchObject({ code: "CONFLICT", message: expect.stringContaining("switched off") });
  receiver.answer = answers(204);
  const body = { url: made.url, events: made.events, active: true };
  const on = await shop.send({ method: "PUT", url: `/api/webhooks/${made.id}`, body, as: ada });
  expect(on.body.data).toMatchObject({ active: true, failingSince: null, switchedOffAt: null });
  const id = await sendTest(shop, ada, made.id);
  await expect
    .poll(async () => (await deliveriesOf(shop, ada, made.id))[0], until)
    .toMatchObject({ id, status: "delivered" });
});

test("what waits for an address that its owner switches off is not sent, and no event is queued for it", async () => {
  const { shop } = await openGeneratorShop();
  const ada = await memberWith(shop, 10);
  const receiver = await openReceiver(answers(503));
  const made = await addWebhook(shop, ada, receiver.url);
  await sendTest(shop, ada, made.id);
  await expect
    .poll(async () => (await deliveriesOf(shop, ada, made.id))[0], until)
    .toMatchObject({ status: "waiting", attempts: 1 });
  const body = { url: made.url, events: made.events, active: false };
  await shop.send({ method: "PUT", url: `/api/webhooks/${made.id}`, body, as: ada });
  const started = await startGeneration(shop, ada);
  await finished(shop, ada, started.body.data.id);
  expect(await deliveriesOf(shop, ada, made.id)).toMatchObject([
    { event: "webhook.test", status: "failed", error: "The address was switched off." },
  ]);
  expect(receiver.received).toHaveLength(1);
});

test("what was left over when an address was switched off is not sent once it is on again", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const { db } = shop.platform;
  const receiver = await openReceiver(answers(503));
  const made = await addWebhook(shop, ada, receiver.url);
  const change = (active: boolean) => {
    const body = { url: made.url, events: made.events, active };
    return shop.send({ method: "PUT", url: `/api/webhooks/${made.id}`, body, as: ada });
  };
  await change(false);
  // A run that ended in the same moment has queued one; another was with a process that died.
  const lapsed = { claim: "gone", claimedUntil: new Date(Date.now() - 1000), attempts: 1 };
  const row = { webhookId: made.id, event: "run.done" as const, payload: "{}" };
  await db.insert(webhookDeliveries).values([row, { ...row, ...lapsed }]);
  expect((await change(true)).status).toBe(200);
  const id = await sendTest(shop, ada, made.id);
  await expect.poll(() => receiver.received.length, until).toBe(1);
  expect(receiver.received[0]!.headers["webhook-id"]).toBe(id);
  const [, ...left] = await deliveriesOf(shop, ada, made.id);
  expect(left).toMatchObject(
    Array.from({ length: 2 }, () => ({ status: "failed", error: "The address was switched off." })),
  );
});

test("an address that is removed while its message arrives is removed, whoever waits for whom", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const { db } = shop.platform;
  let answer = () => undefined as unknown;
  const receiver = await openReceiver((_, response) => {
    answer = () => response.writeHead(204).end();
  });
  const made = await addWebhook(shop, ada, receiver.url);
  await db.update(webhooks).set({ failingSince: new Date() });
  await sendTest(shop, ada, made.id);
  await expect.poll(() => receiver.received.length, until).toBe(1);
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local deadlock_timeout = '5ms'`);
    await tx.select().from(webhooks).for("update");
    answer();
    await untilWaiting(db, 1);
    await tx.delete(webhooks).where(eq(webhooks.id, made.id));
  });
  expect(await db.$count(webhookDeliveries)).toBe(0);
});

test("nothing is sent for an account that is disabled", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const [receiver, other] = [await openReceiver(), await openReceiver()];
  const made = await addWebhook(shop, ada, receiver.url);
  const { db, jobs } = shop.platform;
  await db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, ada.id));
  await db.insert(webhookDeliveries).values({ webhookId: made.id, event: "run.done", payload: "{}" });
  const bob = await shop.signUp();
  const others = await addWebhook(shop, bob, other.url);
  await sendTest(shop, bob, others.id);
  jobs.wake("webhooks");
  await expect.poll(() => other.received.length, until).toBe(1);
  expect(receiver.connections()).toBe(0);
  await expect.poll(async () => (await readQueues(db)).waiting.webhooks, until).toBe(0);
  await db.update(users).set({ disabledAt: null });
  expect((await readQueues(db)).waiting.webhooks).toBe(1);
});

test("receivers that hang keep nobody else's messages waiting", async () => {
  const shop = await openTestShop();
  const [ada, bob] = [await shop.signUp(), await shop.signUp()];
  const hanging = await openReceiver(() => undefined);
  const quick = await openReceiver();
  const slow = await addWebhook(shop, ada, hanging.url);
  const rows = Array.from({ length: 200 }, () => ({
    webhookId: slow.id,
    event: "run.done" as const,
    payload: "{}",
  }));
  await shop.platform.db.insert(webhookDeliveries).values(rows);
  shop.platform.jobs.wake("webhooks");
  await expect.poll(() => hanging.received.length, until).toBe(2);
  const made = await addWebhook(shop, bob, quick.url);
  for (let n = 0; n < 5; n += 1) await sendTest(shop, bob, made.id);
  await expect.poll(() => quick.received.length, until).toBe(5);
  // Not one of the 200 is through meanwhile: two at a time are under way, and they hang.
  expect(hanging.received).toHaveLength(2);
});

test("a shop that stops leaves what has no answer yet to the next one, and counts no try for it", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const hanging = await openReceiver(() => undefined);
  const made = await addWebhook(shop, ada, hanging.url);
  const id = await sendTest(shop, ada, made.id);
  await expect.poll(() => hanging.received.length, until).toBe(1);
  hanging.answer = answers(204);
  await shop.stop();
  const { db, close } = openDatabase(shop.connectionString, { max: 1, onError: () => undefined });
  onTestFinished(close);
  const row = async () => (await db.select().from(webhookDeliveries))[0];
  expect(await row()).toMatchObject({ id, status: "queued", attempts: 0, claim: null });
  await openTestShop({ database: shop.connectionString });
  await expect.poll(row, until).toMatchObject({ id, status: "delivered", attempts: 1, answerStatus: 204 });
});

test("claims at once of two processes take each message once", async () => {
  const shop = await openTestShop();
  const second = await openTestShop({ database: shop.connectionString });
  await holdJobs(shop.connectionString, ["webhooks"]);
  const ada = await shop.signUp();
  const [one, other] = [
    await addWebhook(shop, ada, "https://a.example.com/"),
    await addWebhook(shop, ada, "https://b.example.com/"),
  ];
  const rows = [one, one, other, other].map(({ id }) => ({
    webhookId: id,
    event: "run.done" as const,
    payload: "{}",
  }));
  await shop.platform.db.insert(webhookDeliveries).values(rows);
  const claims = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      claimDelivery((n % 2 ? shop : second).platform.db, {
        claim: `claim ${n}`,
        leaseSeconds: 60,
        failingToo: true,
      }),
    ),
  );
  const taken = claims.filter((claim) => claim !== null).map(({ id }) => id);
  expect(taken.length).toBeGreaterThan(0);
  expect(new Set(taken).size).toBe(taken.length);
  const [late] = claims.filter((claim) => claim !== null);
  await shop.platform.db.update(webhookDeliveries).set({ claim: "a later one" });
  const tried = { answerStatus: 204, answerText: null, error: null };
  // Whoever comes back after its lease has passed does not overrule the one that took it over.
  expect(await recordDelivered(shop.platform.db, late!, tried)).toBe(false);
});

test("a delivery is found by its webhook-id, its event and what came of it", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const made = await addWebhook(shop, ada, "https://hooks.example.com/");
  const row = { webhookId: made.id, payload: "{}", status: "failed" as const };
  const [first, second] = await shop.platform.db
    .insert(webhookDeliveries)
    .values([
      { ...row, event: "run.done", answerText: "Gone fishing" },
      { ...row, event: "balance.low", error: "It answered 503." },
    ])
    .returning();
  const found = async (q: string) => {
    const { body, headers } = await shop.send({ url: `/api/webhooks/${made.id}/deliveries?q=${q}`, as: ada });
    expect(headers["x-total-count"]).toBe(String(body.data.length));
    return body.data.map(({ id }: { id: string }) => id);
  };
  expect(await found(first!.id)).toEqual([first!.id]);
  expect(await found("run.done")).toEqual([first!.id]);
  expect(await found("FISHING")).toEqual([first!.id]);
  expect(await found("answered%20503")).toEqual([second!.id]);
  expect(await found("nothing%20such")).toEqual([]);
});

test("deliveries are paged, newest first, and go after thirty days; a lapsed former secret goes with them", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const made = await addWebhook(shop, ada, "https://hooks.example.com/");
  const { db } = shop.platform;
  const rows = Array.from({ length: 12 }, (_, n) => ({
    webhookId: made.id,
    event: "run.done" as const,
    payload: "{}",
    status: "delivered" as const,
    createdAt: new Date(Date.now() - n * 3 * 86_400_000),
  }));
  await db.insert(webhookDeliveries).values(rows);
  const page = await shop.send({ url: `/api/webhooks/${made.id}/deliveries?page=2&pageSize=5`, as: ada });
  expect(page.headers["x-total-count"]).toBe("12");
  expect(page.body.data.map(({ createdAt }: { createdAt: string }) => createdAt)).toEqual(
    rows.slice(5, 10).map(({ createdAt }) => createdAt.toISOString()),
  );
  await db.update(webhooks).set({ previousSecret: "sealed", previousUntil: new Date(Date.now() - 1000) });
  await deleteExpired(db);
  expect(await db.$count(webhookDeliveries)).toBe(10);
  expect((await db.select().from(webhooks))[0]).toMatchObject({ previousSecret: null, previousUntil: null });
});
