import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { secretToldMinutes } from "#contract/webhooks.ts";
import { users } from "#server/db/tables/users.ts";
import { webhooks } from "#server/db/tables/webhooks.ts";
import { lockUser } from "#server/features/accounts/users.repository.ts";
import { eraseWebhooks, reencryptWebhookSecrets } from "#server/features/webhooks/webhooks.service.ts";
import { createEncryption } from "#server/platform/encryption.ts";
import { dereferenced } from "#web/features/developers/dereferenced.ts";
import { mailsTo } from "../accounts/helpers.ts";
import { untilWaiting } from "../helpers/lock-waits.ts";
import { openTestShop } from "../helpers/test-shop.ts";
import { addWebhook, openReceiver, sendTest, verified } from "./receiver.ts";

const url = "https://hooks.example.com/shop";

test("an address is added, listed, changed and removed by its owner; its secret is told once", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const made = await addWebhook(shop, ada, " https://HOOKS.example.com/shop?a=1#part ");
  expect(made).toMatchObject({ url: `${url}?a=1`, active: true, lowBalance: 3, failingSince: null });
  expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const list = await shop.send({ url: "/api/webhooks", as: ada });
  expect(list.body.data).toMatchObject([{ id: made.id, url: `${url}?a=1` }]);
  expect(list.text).not.toContain("whsec_");
  const body = { url, events: ["balance.low", "run.done", "run.done"], lowBalance: 10, active: false };
  const changed = await shop.send({ method: "PUT", url: `/api/webhooks/${made.id}`, body, as: ada });
  expect(changed.body.data).toMatchObject({ url, events: ["run.done", "balance.low"], active: false });
  expect(changed.text).not.toContain("whsec_");
  const remove = () => shop.send({ method: "DELETE", url: `/api/webhooks/${made.id}`, as: ada });
  expect([(await remove()).status, (await remove()).status]).toEqual([200, 404]);
  expect((await shop.send({ url: "/api/webhooks", as: ada })).body.data).toEqual([]);
});

test("what a change leaves out stays as it stands: the number, the events, the address, and that it is off", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const { id } = await addWebhook(shop, ada, url);
  const put = async (body: object) =>
    (await shop.send({ method: "PUT", url: `/api/webhooks/${id}`, body, as: ada })).body;
  const events = ["run.failed", "balance.low"];
  expect((await put({ url, events, lowBalance: 97, active: false })).data).toMatchObject({ lowBalance: 97 });
  const stands = { url, events, lowBalance: 97, active: false };
  expect((await put({ url, events })).data).toMatchObject(stands);
  expect((await put({})).data).toMatchObject(stands);
  expect((await put({ active: true })).data).toMatchObject({ ...stands, active: true });
  expect((await put({ lowBalance: 5 })).data).toMatchObject({ ...stands, active: true, lowBalance: 5 });
  for (const [field, blank] of [
    ["url", ""],
    ["events", []],
    ["lowBalance", null],
  ] as const)
    expect(Object.keys((await put({ [field]: blank })).fields)).toEqual([field]);
});

test("an address that is moved counts as one that has not failed, and any other change leaves since when it fails", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const { id } = await addWebhook(shop, ada, url);
  await shop.platform.db.update(webhooks).set({ failingSince: sql`now() - interval '4 days'` });
  const put = async (body: object) =>
    (await shop.send({ method: "PUT", url: `/api/webhooks/${id}`, body, as: ada })).body.data;
  const failing = { failingSince: expect.any(String) };
  for (const body of [{ lowBalance: 7 }, { url, active: true }, { active: false }])
    expect(await put(body)).toMatchObject(failing);
  expect(await put({ url: `${url}/elsewhere` })).toMatchObject({ active: false, failingSince: null });
});

test("its owner is told by mail of a new address, a changed one and a new secret, and of nothing else", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const made = await addWebhook(shop, ada, url);
  const path = `/api/webhooks/${made.id}`;
  const told = async () =>
    (await mailsTo(shop, ada.email)).filter(({ templateName }) => templateName === "Webhooks changed");
  expect((await told()).map(({ subject }) => subject)).toEqual(["A webhook was added at Thumbsmith"]);
  const put = (body: object) =>
    shop.send({ method: "PUT", url: path, body: { events: ["run.done"], ...body }, as: ada });
  await put({ url, lowBalance: 7 });
  await put({ url: "http://10.0.0.1/" });
  expect(await told()).toHaveLength(1);
  await put({ url: `${url}/elsewhere` });
  await shop.send({ method: "POST", url: `${path}/rotate-secret`, body: {}, as: ada });
  const [secret, moved] = await told();
  expect(moved!.subject).toBe("A webhook was changed at Thumbsmith");
  expect(moved!.text).toContain("what happens in your account is told to hooks[.]example[.]com now");
  expect(secret!.text).toContain("messages to hooks[.]example[.]com are signed with a new secret");
  expect(secret!.text).toContain("If not, remove the address, revoke the keys that are not yours");
  expect((await told()).map(({ text }) => text).join()).not.toContain("whsec_");
});

test("bad input is refused where it is wrong, and adds nothing", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const events = ["run.done"];
  const bad: [object, string][] = [
    [{ events }, "url"],
    [{ url: "", events }, "url"],
    [{ url: "http://example.com/", events }, "url"],
    [{ url: "https://10.0.0.1/", events }, "url"],
    [{ url: "https://[::ffff:a9fe:a9fe]/", events }, "url"],
    [{ url: "https://ada:secret@example.com/", events }, "url"],
    [{ url: `https://example.com/${"x".repeat(2000)}`, events }, "url"],
    [{ url }, "events"],
    [{ url, events: [] }, "events"],
    [{ url, events: ["order.paid"] }, "events.0"],
    [{ url, events, lowBalance: -1 }, "lowBalance"],
    [{ url, events, lowBalance: 1.5 }, "lowBalance"],
  ];
  for (const [body, field] of bad) {
    const answer = await shop.send({ method: "POST", url: "/api/webhooks", body, as: ada });
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, [field]]);
  }
  expect((await shop.send({ url: "/api/webhooks", as: ada })).body.data).toEqual([]);
});

test("twenty calls at once make five addresses, and two members do not count together", async () => {
  const shop = await openTestShop();
  const [ada, bob] = [await shop.signUp(), await shop.signUp()];
  const add = (as: typeof ada, n: number) =>
    shop.send({
      method: "POST",
      url: "/api/webhooks",
      body: { url: `${url}/${n}`, events: ["run.done"] },
      as,
    });
  const made = await Promise.all(Array.from({ length: 20 }, (_, n) => add(ada, n)));
  expect(made.filter(({ status }) => status === 201)).toHaveLength(5);
  const refused = made.filter(({ status }) => status !== 201);
  expect(new Set(refused.map(({ status, body }) => `${status} ${body.message}`))).toEqual(
    new Set(["409 You have 5 addresses already. Please remove one first."]),
  );
  expect((await shop.send({ url: "/api/webhooks", as: ada })).body.data).toHaveLength(5);
  expect((await add(bob, 1)).status).toBe(201);
});

test("a webhook whose answer was lost is added once, and its secret is still told", async () => {
  const shop = await openTestShop();
  const [ada, bob] = [await shop.signUp(), await shop.signUp()];
  const add = (as: typeof ada, more: object = {}) => {
    const body = { url, events: ["run.done"], idempotencyKey: "the form's own", ...more };
    return shop.send({ method: "POST", url: "/api/webhooks", body, as });
  };
  const listed = async (as: typeof ada) => (await shop.send({ url: "/api/webhooks", as })).body.data;
  const answers = await Promise.all([add(ada), add(ada), add(ada)]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  const [{ id, secret }, ...others] = answers.map(({ body }) => body.data);
  expect(others).toEqual([answers[0]!.body.data, answers[0]!.body.data]);
  expect(secret).toMatch(/^whsec_/);
  expect(await listed(ada)).toHaveLength(1);
  const told = (await mailsTo(shop, ada.email)).filter(
    ({ templateName }) => templateName === "Webhooks changed",
  );
  expect(told).toHaveLength(1);

  const another = (await add(bob)).body.data;
  expect([another.id === id, another.secret === secret]).toEqual([false, false]);
  expect(await add(ada, { url: `${url}/else` })).toMatchObject({ status: 409 });
  expect((await add(ada, { idempotencyKey: "the next form's" })).body.data.id).not.toBe(id);
  expect(await listed(ada)).toHaveLength(2);
});

test("a secret is told again to nobody who comes with the key later", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const body = { url, events: ["run.done"], idempotencyKey: "the form's own" };
  const add = () => shop.send({ method: "POST", url: "/api/webhooks", body, as: ada });
  const { id } = (await add()).body.data;
  const { db } = shop.platform;
  const hourAgo = new Date(Date.now() - secretToldMinutes * 60_000);
  await db.update(webhooks).set({ createdAt: hourAgo }).where(eq(webhooks.id, id));
  const late = await add();
  expect([late.status, late.text.includes("whsec_")]).toEqual([409, false]);
  await db.update(webhooks).set({ createdAt: new Date() }).where(eq(webhooks.id, id));
  expect((await add()).status).toBe(201);
  await shop.send({ method: "POST", url: `/api/webhooks/${id}/rotate-secret`, body: {}, as: ada });
  const changed = await add();
  expect([changed.status, changed.text.includes("whsec_")]).toEqual([409, false]);
  expect((await shop.send({ url: "/api/webhooks", as: ada })).body.data).toHaveLength(1);
});

test("a secret that is changed again after a lost answer is the same one, and the former still counts", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const receiver = await openReceiver();
  const made = await addWebhook(shop, ada, receiver.url);
  const other = await addWebhook(shop, ada, `${receiver.url}/other`);
  const rotate = (idempotencyKey?: string, { id } = made) => {
    const path = `/api/webhooks/${id}/rotate-secret`;
    return shop.send({ method: "POST", url: path, body: { idempotencyKey }, as: ada });
  };
  const changes = async () =>
    (await mailsTo(shop, ada.email)).filter(({ subject }) => subject.includes("new secret")).length;
  const [{ body: first }, { body: again }] = await Promise.all([rotate("mine"), rotate("mine")]);
  expect(again).toEqual(first);
  expect((await rotate("mine")).body).toEqual(first);
  expect(await changes()).toBe(1);
  await sendTest(shop, ada, made.id);
  await expect.poll(() => receiver.received.length).toBe(1);
  for (const each of [made.secret, first.data.secret])
    expect(verified(receiver.received[0]!, each)).toMatchObject({ type: "webhook.test" });

  const secrets = [made.secret, first.data.secret];
  for (const [key, of] of [["another"], ["mine"], ["mine", other], [], []] as const)
    secrets.push((await rotate(key, of)).body.data.secret);
  expect(new Set(secrets).size).toBe(7);
});

test("a changed secret is told again to nobody who comes with the key later, and one that nothing opens can be changed", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const { id } = await addWebhook(shop, ada, url);
  const body = { idempotencyKey: "mine" };
  const rotate = () => shop.send({ method: "POST", url: `/api/webhooks/${id}/rotate-secret`, body, as: ada });
  expect((await rotate()).status).toBe(200);
  const { db } = shop.platform;
  await db.update(webhooks).set({ previousUntil: sql`previous_until - interval '61 minutes'` });
  const late = await rotate();
  expect([late.status, late.text.includes("whsec_")]).toEqual([409, false]);
  const lost = createEncryption("x".repeat(40)).encrypt("whsec_lost", "webhook-secret");
  await db.update(webhooks).set({ secret: lost });
  expect((await rotate()).body.data.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
});

test("the description of the calls says wherever it tells of the secret that the same request is told it again", async () => {
  const shop = await openTestShop();
  const { body } = await shop.send({ url: "/api/openapi.json" });
  const { paths }: typeof body = dereferenced(body);
  const { summary, responses } = paths["/api/webhooks"].post;
  const { secret } = responses["201"].content["application/json"].schema.properties.data.properties;
  for (const text of [summary, secret.description])
    expect(text).toContain(`for ${secretToldMinutes} minutes`);
});

test("for a day both secrets sign, then the new one alone; what lies in the database is sealed", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const receiver = await openReceiver();
  const made = await addWebhook(shop, ada, receiver.url);
  const rotate = { method: "POST", url: `/api/webhooks/${made.id}/rotate-secret`, body: {}, as: ada };
  const fresh = (await shop.send(rotate)).body.data;
  expect(fresh.secret).not.toBe(made.secret);
  expect(Date.parse(fresh.previousSecretUntil)).toBeGreaterThan(Date.now() + 23 * 3_600_000);
  await sendTest(shop, ada, made.id);
  await expect.poll(() => receiver.received.length).toBe(1);
  const [both] = receiver.received;
  expect([verified(both!, made.secret), verified(both!, fresh.secret)]).toMatchObject([
    { type: "webhook.test" },
    { type: "webhook.test" },
  ]);
  const { db } = shop.platform;
  const [row] = await db.select().from(webhooks).where(eq(webhooks.id, made.id));
  for (const sealed of [row!.secret, row!.previousSecret!]) expect(sealed).toMatch(/^v1\./);
  await db.update(webhooks).set({ previousUntil: new Date(Date.now() - 1000) });
  await sendTest(shop, ada, made.id);
  await expect.poll(() => receiver.received.length).toBe(2);
  const [, single] = receiver.received;
  expect(verified(single!, fresh.secret)).toMatchObject({ type: "webhook.test" });
  expect(() => verified(single!, made.secret)).toThrow("No matching signature");
});

test("a new APP_SECRET encrypts the secrets anew, and they sign as before", async () => {
  const secret = "the next secret of the tests, which is long enough";
  const receiver = await openReceiver();
  const first = await openTestShop();
  const ada = await first.signUp();
  const made = await addWebhook(first, ada, receiver.url);
  await first.send({ method: "POST", url: `/api/webhooks/${made.id}/rotate-secret`, body: {}, as: ada });
  const { db, log } = first.platform;
  const before = "a secret that only the tests know, long enough";
  await reencryptWebhookSecrets({ ...first.platform, encryption: createEncryption(secret, [before]), log });
  const [row] = await db.select().from(webhooks);
  const alone = createEncryption(secret);
  expect(alone.decrypt(row!.previousSecret!, "webhook-secret")).toBe(made.secret);
  expect(alone.decrypt(row!.secret, "webhook-secret")).toMatch(/^whsec_/);
  // Under a secret that nobody knows any more it is left as it is.
  await reencryptWebhookSecrets({ ...first.platform, encryption: createEncryption("x".repeat(40)), log });
  expect(await db.select().from(webhooks)).toEqual([row]);
});

test("the export tells of addresses and deliveries without a secret, and the erasure takes both", async () => {
  const shop = await openTestShop();
  const ada = await shop.signUp();
  const receiver = await openReceiver();
  const made = await addWebhook(shop, ada, receiver.url);
  await sendTest(shop, ada, made.id);
  await expect.poll(() => receiver.received.length).toBe(1);
  const exported = await shop.send({ url: "/api/account/export", as: ada });
  expect(exported.body.webhooks).toMatchObject({
    addresses: [{ id: made.id, url: made.url }],
    deliveries: [{ webhookId: made.id, event: "webhook.test" }],
  });
  const [row] = await shop.platform.db.select().from(webhooks);
  for (const secret of ["whsec_", row!.secret]) expect(exported.text).not.toContain(secret);
  const body = { password: ada.password };
  const erased = await shop.send({ method: "POST", url: "/api/account/delete", body, as: ada });
  expect(erased.status).toBe(200);
  const left = await shop.platform.db.execute(
    "select id from webhooks union all select id from webhook_deliveries",
  );
  expect(left.rows).toEqual([]);
});

test("an address that is added while its account is erased is not kept", async () => {
  const shop = await openTestShop();
  const { db } = shop.platform;
  const ada = await shop.signUp();
  const body = { url: `${url}/ada`, events: ["run.done"] };
  const adding = await db.transaction(async (tx) => {
    await lockUser(tx, ada.id);
    const sent = shop.send({ method: "POST", url: "/api/webhooks", body, as: ada });
    await untilWaiting(db, 1);
    await tx.update(users).set({ deletedAt: new Date() }).where(eq(users.id, ada.id));
    await eraseWebhooks(tx, ada.id);
    return { sent };
  });
  expect(await adding.sent).toMatchObject({ status: 403, body: { code: "USER_DISABLED" } });
  expect(await db.select().from(webhooks)).toEqual([]);
});
