import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import pg from "pg";
import PostalMime from "postal-mime";
import sharp from "sharp";
import { expect, onTestFinished, test, vi } from "vitest";
import { exportAccount } from "#contract/profile.ts";
import { profileForm } from "#contract/profile-form.ts";
import { newCode, newId } from "#server/db/ids.ts";
import { creditEntries } from "#server/db/tables/credits.ts";
import { outbox } from "#server/db/tables/mail.ts";
import { orders } from "#server/db/tables/orders.ts";
import { strayPayments } from "#server/db/tables/payments.ts";
import { sessions } from "#server/db/tables/sessions.ts";
import { checkLedger } from "#server/features/credits/credits.service.ts";
import { removeUnclaimedFiles } from "#server/platform/unclaimed-files.ts";
import { openTestShop, type Person, type TestShop } from "../helpers/test-shop.ts";
import { sendFile, smallPicture } from "../security/seeded-shop.ts";
import { isSignedIn, resetToken, signInAs, tablesWith, upload, userRow } from "./helpers.ts";

const marks = { name: "Unmistakable Person", address: "77 Unmistakable Street", phone: "555-0199-77" };

/** Every field of the own profile but the photo, each with words of its own. */
const profile = {
  ...Object.fromEntries(Object.keys(profileForm.shape).map((field) => [field, `Unmistakable ${field}`])),
  userName: marks.name,
  address: marks.address,
  phone: marks.phone,
};

/** A person with a trace in every part of the shop. */
async function busyPerson(shop: TestShop, admin: Person): Promise<Person & { photo: string }> {
  const person = await shop.signUp({
    name: marks.name,
    email: `unmistakable.${newCode()}@example.com`.toLowerCase(),
  });
  const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  const { payload, headers } = upload(bytes);
  const uploaded = await shop.http.inject({
    method: "POST",
    url: "/upload",
    payload,
    headers: { ...headers, cookie: person.cookie },
  });
  const photo = uploaded.json().file.url as string;
  const sends = [
    ["PUT", `/update-user-profile/${person.id}`, { ...profile, profileURL: photo }, person],
    ["PUT", `/api/users/${person.id}`, { userName: `${marks.name} II`, currentBalance: 12 }, admin],
    [
      "POST",
      "/send-message",
      { toEmail: person.email, subject: marks.name, messageBody: `<p>${marks.name}</p>` },
      admin,
    ],
    ["POST", "/api/auth/request-password-reset", { email: person.email }, null],
    [
      "POST",
      "/new-support-message",
      {
        ticketUserName: marks.name,
        ticketUserEmail: person.email,
        message: marks.name,
        subject: marks.name,
        phone: marks.phone,
      },
      person,
    ],
  ] as const;
  for (const [method, url, body, as] of sends) {
    const answer = await shop.send({ method, url, body, as });
    if (answer.status !== 404 || url !== "/new-support-message")
      expect([url, answer.status]).toEqual([url, answer.status < 300 ? answer.status : 200]);
  }
  await answerTicketOf(shop, person, admin);
  const order = {
    kind: "package" as const,
    userId: person.id,
    productId: newId(),
    productName: "Starter",
    priceMinor: 900,
    totalMinor: 900,
    currency: "USD",
    customerName: marks.name,
    customerEmail: person.email,
    address: marks.address,
    country: "Norway",
  };
  const cancelled = newId();
  await shop.platform.db.insert(orders).values([
    { ...order, id: cancelled, orderId: newCode(), paymentId: newCode(), deletedAt: null },
    { ...order, id: newId(), orderId: newCode(), paymentId: newCode(), payerEmail: person.email },
  ]);
  const gone = await shop.send({ method: "DELETE", url: `/order/${cancelled}`, as: admin });
  expect(gone.status).toBe(200);
  await shop.platform.db.insert(strayPayments).values({
    id: newCode(),
    mode: "live",
    amountMinor: 900,
    currency: "USD",
    payerEmail: person.email.toUpperCase(),
    reason: "it names no order of the shop",
  });
  return { ...person, photo };
}

/** The staff's answer, which a canned reply begins with name and subject, and a note about the person. */
async function answerTicketOf(shop: TestShop, person: Person, admin: Person): Promise<void> {
  const list = await shop.send({ url: "/support-messages", as: person });
  const ticket = `/api/support/tickets/${list.body[0]._id}`;
  const message = `Hi ${marks.name}, about “${marks.name}”: we look at it.`;
  for (const [part, body] of [
    ["replies", { key: newId(), message, sender: "admin" }],
    ["notes", { key: newId(), message: `${marks.name} called, from ${marks.address}` }],
  ] as const) {
    const answer = await shop.send({ method: "POST", url: `${ticket}/${part}`, body, as: admin });
    expect([part, answer.status]).toEqual([part, 201]);
  }
}

/** Mails as files in which a text still stands, in their names or decoded. */
async function mailFilesWith(shop: TestShop, text: string): Promise<string[]> {
  const folder = join(shop.platform.config.dataDir, "outbox");
  const found: string[] = [];
  for (const name of await readdir(folder)) {
    const mail = await PostalMime.parse(await readFile(join(folder, name)));
    if (`${name}\n${JSON.stringify(mail)}`.toLowerCase().includes(text.toLowerCase())) found.push(name);
  }
  return found;
}

/** Waits until every mail that was queued lies in the folder. */
async function mailsWritten(shop: TestShop): Promise<void> {
  await vi.waitFor(async () => {
    const left = await shop.platform.db.select().from(outbox).where(eq(outbox.status, "queued"));
    expect(left).toEqual([]);
  }, 20_000);
}

async function expectErased(shop: TestShop, person: Person & { photo: string }) {
  for (const text of [person.email, ...Object.values(profile)])
    expect([text, await tablesWith(shop, text), await mailFilesWith(shop, text)]).toEqual([text, [], []]);
  expect(await isSignedIn(shop, person)).toBe(false);
  expect((await signInAs(shop, person.email, person.password)).body.code).toBe("USER_NOT_FOUND");
  expect((await shop.http.inject({ url: person.photo })).statusCode).toBe(404);
  const row = await userRow(shop, person.id);
  expect(row).toMatchObject({ name: "Deleted user", role: "member", membership: "free" });
  expect(row.deletedAt).toBeInstanceOf(Date);
  const [order] = await shop.platform.db.select().from(orders).where(eq(orders.userId, person.id));
  expect(order).toMatchObject({ customerName: "Deleted user", totalMinor: 900, customerEmail: row.email });
  const entries = await shop.platform.db
    .select()
    .from(creditEntries)
    .where(eq(creditEntries.userId, person.id));
  expect(entries.length).toBeGreaterThan(0);
  expect(await checkLedger(shop.platform.db)).toBeDefined();
}

test("an admin's deletion leaves no personal data anywhere; orders and ledger stay under a pseudonym", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const person = await busyPerson(shop, admin);
  const other = await shop.signUp();
  const message = { toEmail: other.email, subject: "Hello", messageBody: "<p>Somebody else's</p>" };
  await shop.send({ method: "POST", url: "/send-message", body: message, as: admin });
  await mailsWritten(shop);
  expect((await mailFilesWith(shop, person.email)).length).toBeGreaterThan(1);
  const answer = await shop.send({ method: "DELETE", url: `/api/users/${person.id}`, as: admin });
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
  await expectErased(shop, person);
  expect(await mailFilesWith(shop, "Somebody else's")).toHaveLength(1);
  expect((await shop.send({ url: "/users", as: admin })).text).not.toContain(person.id);
  expect((await shop.send({ method: "DELETE", url: `/api/users/${person.id}`, as: admin })).status).toBe(404);
  const put = await shop.send({
    method: "PUT",
    url: `/api/users/${person.id}`,
    body: { userName: "X" },
    as: admin,
  });
  expect(put.status).toBe(404);
});

test("a person deletes the own account with the password, and the e-mail may register anew with nothing of the old", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const person = await busyPerson(shop, admin);
  // A mail that is being written meanwhile loses its file with the next hourly look.
  await mailsWritten(shop);
  const send = (body: object, as: Person | null = person) =>
    shop.send({ method: "POST", url: "/api/account/delete", body, as });
  expect((await send({ password: person.password }, null)).status).toBe(401);
  expect(await send({ password: "wrong password" })).toMatchObject({
    status: 401,
    body: { code: "INVALID_PASSWORD", fields: { password: expect.any(String) } },
  });
  expect((await send({})).status).toBe(400);
  expect((await send({ password: person.password, id: admin.id })).status).toBe(400);
  const done = await send({ password: person.password });
  expect(done.status).toBe(200);
  expect(String(done.headers["set-cookie"])).toMatch(/session_token=;/);
  await expectErased(shop, person);
  const again = await shop.signUp({ email: person.email, name: "New" });
  expect(again.id).not.toBe(person.id);
  const own = await shop.send({ url: "/users", as: again });
  expect(own.body[0]).toMatchObject({ currentBalance: 0, address: "", profileURL: null });
});

test("a reset link that was mailed before the deletion opens nothing", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const person = await shop.signUp();
  await shop.send({ method: "POST", url: "/api/auth/request-password-reset", body: { email: person.email } });
  const token = await resetToken(shop, person.email);
  await shop.send({ method: "DELETE", url: `/api/users/${person.id}`, as: admin });
  const body = { token, newPassword: "a new password" };
  expect((await shop.send({ method: "POST", url: "/api/auth/reset-password", body })).body.code).toBe(
    "INVALID_TOKEN",
  );
});

test("an account is erased while the file store is away, and its files go with the hourly cleaning", async () => {
  const shop = await openTestShop();
  const { db, storage } = shop.platform;
  const [person, admin] = [await shop.signUp(), await shop.signUp({ role: "Admin" })];
  const sent = await sendFile(shop, person, "/upload", await smallPicture(), { field: "image" });
  const { url } = sent.body.file;
  const { remove } = storage;
  storage.remove = () => Promise.reject(new Error("away"));
  const answer = await shop.send({ method: "DELETE", url: `/api/users/${person.id}`, as: admin });
  storage.remove = remove;
  expect([answer.status, (await userRow(shop, person.id))!.email]).toEqual([
    200,
    expect.stringContaining("deleted"),
  ]);
  expect((await shop.http.inject({ url })).statusCode).toBe(200);
  await removeUnclaimedFiles({ ...shop.platform, db });
  expect((await shop.http.inject({ url })).statusCode).toBe(404);
});

test("nobody but an admin deletes others, and no admin deletes oneself through the admin's call", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  await shop.signUp({ role: "Admin" });
  const person = await shop.signUp();
  const moderator = await shop.signUp({ role: "moderator" });
  const remove = (id: string, as: Person | null) =>
    shop.send({ method: "DELETE", url: `/api/users/${id}`, as });
  expect((await remove(person.id, null)).status).toBe(401);
  for (const actor of [person, moderator]) expect((await remove(person.id, actor)).status).toBe(403);
  expect((await remove(admin.id, admin)).status).toBe(409);
  expect((await remove("0".repeat(24), admin)).status).toBe(404);
});

test("the export holds what the shop keeps about the person, and about nobody else", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const person = await busyPerson(shop, admin);
  const other = await shop.signUp();
  const answer = await shop.send({ url: "/api/account/export", as: person });
  expect(answer.status).toBe(200);
  expect(answer.headers["content-disposition"]).toContain("attachment");
  exportAccount.answer.parse(answer.body);
  expect(answer.body).toMatchObject({
    profile: {
      ...profile,
      userName: `${marks.name} II`,
      userEmail: person.email,
      profileURL: person.photo,
      emailVerified: false,
    },
    identities: [{ providerId: "credential" }],
    orders: [{ orderStatus: "pending" }, { customerName: marks.name, totalPrice: "9.00", price: "9.00" }],
    creditBalance: { balance: 12, held: 0, debt: 0 },
    credits: [{ amount: 12, reason: "adjustment" }],
    pictures: [{ url: person.photo, width: 9 }],
  });
  expect(answer.body.sessions.length).toBeGreaterThan(0);
  expect(answer.body.mails.length).toBeGreaterThan(0);
  expect(answer.text).not.toContain("argon2");
  for (const { token } of await shop.platform.db.select().from(sessions))
    expect(answer.text).not.toContain(token);
  const others = await shop.send({ url: "/api/account/export", as: other });
  expect(others.text).not.toContain(person.email);
  expect((await shop.send({ url: "/api/account/export" })).status).toBe(401);
});

test("two exports at once are made one after the other, and a person's own are one", async () => {
  const shop = await openTestShop();
  const [person, other] = [await shop.signUp(), await shop.signUp()];
  const holder = new pg.Client({ connectionString: shop.connectionString });
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query("begin; lock table brands in access exclusive mode");
  const reading = async () => {
    const found = await holder.query(
      `select from pg_locks where relation = 'brands'::regclass and not granted
        and database = (select oid from pg_database where datname = current_database())`,
    );
    return found.rowCount;
  };
  const ask = (as: Person) => shop.send({ url: exportAccount.path, as });
  const all = [ask(person), ask(person), ask(other)];
  await expect.poll(reading).toBe(1);
  // Whatever was asked for before has begun once these have ended.
  for (let turn = 0; turn < 5; turn += 1) await shop.send({ url: "/api/viewer", as: other });
  expect(await reading()).toBe(1);
  await holder.query("commit");
  const [first, second, others] = await Promise.all(all);
  expect(second!.text).toBe(first!.text);
  expect(others!.body.profile.userEmail).toBe(other.email);
});
