import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { outbox } from "#server/db/tables/mail.ts";
import { notifyAdmins } from "#server/features/mail/notify-admins.ts";
import { tablesWith } from "../accounts/helpers.ts";
import { runMigration } from "../helpers/run-migration.ts";
import { openTestShop, type Person, type TestShop } from "../helpers/test-shop.ts";

const mark = "Unmistakable words";

const change = async (shop: TestShop, admin: Person, id: string, body: object) => {
  const answer = await shop.send({ method: "PUT", url: `/api/users/${id}`, body, as: admin });
  expect(answer.status, answer.text).toBe(200);
};
const erase = (shop: TestShop, admin: Person, { id }: Person) =>
  shop.send({ method: "DELETE", url: `/api/users/${id}`, as: admin });

/** A ticket of a member's, of which the staff is told. */
async function ask(shop: TestShop, as: Person): Promise<void> {
  const body = { subject: mark, message: `${mark}: it broke` };
  const { status } = await shop.send({ method: "POST", url: "/new-support-message", body, as });
  expect(status).toBe(201);
}

/** A notice to the admins that names a member. */
const notify = (shop: TestShop, email: string) =>
  shop.platform.db.transaction((tx) =>
    notifyAdmins(shop.platform, tx, {
      key: "paid:1",
      templateName: "Order paid",
      subject: "Order A is paid",
      paragraphs: [`Ada (${email}) has paid.`],
      path: "/admin/orders",
    }),
  );

/** Every mail to these has failed, of which the numbers are answered. */
async function failAll(shop: TestShop, to: Person): Promise<number[]> {
  const rows = await shop.platform.db
    .update(outbox)
    .set({ status: "failed", attempts: 10, lastError: "554" })
    .where(eq(outbox.toEmail, to.email))
    .returning({ id: outbox.id });
  return rows.map(({ id }) => id);
}

test("notices about an erased person are emptied whatever became of the staff they were sent to", async () => {
  const shop = await openTestShop();
  const [admin, demoted] = [await shop.signUp({ role: "Admin" }), await shop.signUp({ role: "Admin" })];
  const moderator = await shop.signUp({ role: "moderator" });
  const person = await shop.signUp({ email: "unmistakable@example.com" });
  await ask(shop, person);
  await notify(shop, person.email);
  for (const { id } of [demoted, moderator]) await change(shop, admin, id, { userRole: "member" });
  expect((await erase(shop, admin, person)).status).toBe(200);
  for (const text of [mark, person.email]) expect([text, await tablesWith(shop, text)]).toEqual([text, []]);
});

test("a notice whose contents are gone after their time still loses an erased person's words", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const [person, other] = [await shop.signUp(), await shop.signUp()];
  await ask(shop, person);
  const about = await shop.platform.db.select({ id: outbox.id }).from(outbox);
  await ask(shop, other);
  await shop.platform.db.update(outbox).set({ html: "", text: "", status: "sent" });
  expect((await erase(shop, admin, person)).status).toBe(200);
  const told = await shop.platform.db.select({ id: outbox.id, subject: outbox.subject }).from(outbox);
  const emptied = about.map(({ id }) => id);
  expect(emptied).toHaveLength(1);
  for (const { id, subject } of told)
    expect(subject).toBe(emptied.includes(id) ? "" : `New support message: ${mark}`);
});

/** Whoever was of the staff, what they are now, and whose notices they may not have any more. */
const formerStaff = [
  ["Admin", { userRole: "member" }, ["admins", "support staff"]],
  ["Admin", { userRole: "moderator" }, ["admins"]],
  ["Admin", { disabled: true }, ["admins", "support staff"]],
  ["moderator", { userRole: "Seller" }, ["support staff"]],
] as const;

test("a notice to the staff is not sent to who is none of it any more, and the log says why", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const people: Person[] = [];
  for (const [role] of formerStaff) people.push(await shop.signUp({ role }));
  await ask(shop, await shop.signUp());
  await notify(shop, "ada@example.com");
  const logs: [string, string[]][] = [];
  for (const [at, [role, now, refused]] of formerStaff.entries()) {
    const former = people[at]!;
    const what = `a former ${role}, now ${JSON.stringify(now)}`;
    const ids = await failAll(shop, former);
    await change(shop, admin, former.id, now);
    const again = await Promise.all(
      ids.map((id) => shop.send({ method: "POST", url: `/message-log/${id}/send-again`, as: admin })),
    );
    const why = refused.map(
      (whom) => `This message is for ${whom}, and its recipient cannot sign in as such any more.`,
    );
    const refusals = again.filter(({ status }) => status !== 200);
    expect(
      refusals.map(({ status }) => status),
      what,
    ).toEqual(why.map(() => 409));
    expect(refusals.map(({ body }) => body.message).sort(), what).toEqual(why);
    logs.push([former.email, [...why, ...ids.slice(refused.length).map(() => "sent")].sort()]);
  }
  // One that waited meanwhile.
  await shop.platform.db
    .update(outbox)
    .set({ status: "queued", attempts: 0, lastError: null, nextAttemptAt: sql`now()` })
    .where(eq(outbox.status, "failed"));
  shop.platform.jobs.wake("mail");
  const log = async (email: string) => {
    const { body } = await shop.send({ url: `/message-log?q=${email}`, as: admin });
    return (body as { status: string; lastError: string | null }[])
      .map(({ status, lastError }) => lastError ?? status)
      .sort();
  };
  for (const [email, expected] of logs)
    await expect.poll(() => log(email), { timeout: 20_000 }).toEqual(expected);
});

test("a person's own mails are sent again whatever became of the role", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const former = await shop.signUp({ role: "Admin" });
  const body = { toEmail: former.email, subject: "Hello", messageBody: "<p>Hello</p>" };
  expect((await shop.send({ method: "POST", url: "/send-message", body, as: admin })).status).toBe(200);
  const [id] = await failAll(shop, former);
  await change(shop, admin, former.id, { userRole: "member", disabled: true });
  const again = await shop.send({ method: "POST", url: `/message-log/${id}/send-again`, as: admin });
  expect(again.status).toBe(200);
});

test("the export of somebody of the staff tells that notices were sent, and nothing of whom they tell", async () => {
  const shop = await openTestShop();
  const former = await shop.signUp({ role: "moderator" });
  await ask(shop, await shop.signUp());
  const { body, text } = await shop.send({ url: "/api/account/export", as: former });
  expect(body.mails).toMatchObject([{ toEmail: former.email, templateName: "Support notice", subject: "" }]);
  expect(text).not.toContain(mark);
});

test("an erased admin's address is in no notice's key, and each notice still goes to an admin once", async () => {
  const shop = await openTestShop();
  const [admin, gone] = [await shop.signUp({ role: "Admin" }), await shop.signUp({ role: "Admin" })];
  for (let time = 0; time < 2; time += 1) await notify(shop, "ada@example.com");
  const told = await shop.platform.db.select({ to: outbox.toEmail }).from(outbox).orderBy(outbox.id);
  expect(told.map(({ to }) => to)).toEqual([admin.email, gone.email]);
  await shop.platform.db.update(outbox).set({ status: "sent" });
  expect((await erase(shop, admin, gone)).status).toBe(200);
  expect(await tablesWith(shop, gone.email)).toEqual([]);
});

/** What mails had before they had an audience: the address in a notice's key, also once the admin is erased. */
async function putBack({ platform: { db } }: TestShop, admins: Person[]): Promise<void> {
  for (const { id, email } of admins)
    await db.execute(
      sql`update outbox set dedupe_key = replace(dedupe_key, ${id}, ${email}) where audience = 'admins'`,
    );
  await db.execute("drop index outbox_notices, outbox_ticket");
  await db.execute("alter table outbox drop column audience");
  await db.execute("create index outbox_contents_to on outbox (to_email)");
}

test("mails from before there was an audience have it after the update, and lose an erased admin's address", async () => {
  const shop = await openTestShop();
  const { db } = shop.platform;
  const [admin, gone] = [await shop.signUp({ role: "Admin" }), await shop.signUp({ role: "Admin" })];
  await ask(shop, await shop.signUp());
  await notify(shop, "ada@example.com");
  const line = { toEmail: admin.email, subject: "", html: "", text: "", status: "sent" as const };
  await db.insert(outbox).values([
    { ...line, templateName: "Receipt", audience: "user", dedupeKey: "receipt:1" },
    { ...line, templateName: "Refund", audience: "user", dedupeKey: "refund:1" },
    { ...line, templateName: "Refund", audience: "admins", dedupeKey: `back:1:done:${admin.id}` },
    { ...line, templateName: "Contact answered", audience: "visitor" },
  ]);
  await db.update(outbox).set({ status: "sent" });
  expect((await erase(shop, admin, gone)).status).toBe(200);
  const read = () => db.select().from(outbox).orderBy(outbox.id);
  const before = await read();
  expect(new Set(before.map(({ audience }) => audience)).size).toBe(4);
  await putBack(shop, [admin, gone]);
  expect(await tablesWith(shop, gone.email)).toEqual(["outbox"]);
  await runMigration(shop, "0028_mail-audience");
  expect(await read()).toEqual(before);
  expect(await tablesWith(shop, gone.email)).toEqual([]);
});
