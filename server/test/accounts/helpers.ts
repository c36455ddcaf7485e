import { desc, eq, sql } from "drizzle-orm";
import { expect } from "vitest";
import { outbox } from "#server/db/tables/mail.ts";
import { users } from "#server/db/tables/users.ts";
import { decryptMail } from "#server/features/mail/queue-mail.ts";
import type { Answer, Person, TestShop } from "../helpers/test-shop.ts";
import { cookieOf } from "../helpers/test-shop.ts";
import { codeOf } from "../helpers/totp.ts";

export function signInAs(shop: TestShop, email: string, password: string): Promise<Answer> {
  return shop.send({ method: "POST", url: "/api/auth/sign-in/email", body: { email, password } });
}

/** A further session of the same person. */
export async function newSession(shop: TestShop, person: Person): Promise<Person> {
  const answer = await signInAs(shop, person.email, person.password);
  expect(answer.status).toBe(200);
  return { ...person, cookie: cookieOf(answer) };
}

interface Protected {
  person: Person;
  uri: string;
  backupCodes: string[];
}

/** A person with an authenticator. Its present code is used up by that; the one of the next step is not. */
export async function protect(shop: TestShop, person: Person): Promise<Protected> {
  const call = (path: string, body: object) =>
    shop.send({ method: "POST", url: `/api/auth/two-factor/${path}`, body, as: person });
  const begun = await call("enable", { password: person.password });
  expect(begun.status).toBe(200);
  const { totpURI: uri, backupCodes } = begun.body;
  const done = await call("verify-totp", { code: codeOf(uri) });
  expect(done.status).toBe(200);
  return { person: { ...person, cookie: cookieOf(done) }, uri, backupCodes };
}

export async function isSignedIn(shop: TestShop, person: Person): Promise<boolean> {
  const answer = await shop.send({ url: "/api/viewer", as: person });
  return answer.body.data.user !== null;
}

export async function mailsTo(shop: TestShop, email: string) {
  const { db } = shop.platform;
  const rows = await db.select().from(outbox).where(eq(outbox.toEmail, email)).orderBy(desc(outbox.id));
  return rows.map((row) => {
    const mail = decryptMail(shop.platform, row);
    // Where a line is broken depends on the day and on the name in it.
    return { ...mail, text: mail.text.replaceAll(/(?<!\n)\n(?!\n)/g, " ") };
  });
}

/** The token of the newest reset mail. */
export async function resetToken(shop: TestShop, email: string): Promise<string> {
  const [mail] = await mailsTo(shop, email);
  const match = /\/reset-password\?token=([\w-]+)/.exec(mail?.text ?? "");
  expect(match, "a reset mail with a link").not.toBeNull();
  return match![1]!;
}

/** Sets a new password by a mail's link. */
export async function resetPassword(
  shop: TestShop,
  { email }: Pick<Person, "email">,
  newPassword: string,
): Promise<void> {
  const post = (path: string, body: object) => shop.send({ method: "POST", url: `/api/auth/${path}`, body });
  await post("request-password-reset", { email });
  const token = await resetToken(shop, email);
  expect((await post("reset-password", { token, newPassword })).status).toBe(200);
}

/** Sets a new password in the person's session. */
export async function changePassword(shop: TestShop, person: Person, newPassword: string): Promise<void> {
  const body = { currentPassword: person.password, newPassword };
  const answer = await shop.send({ method: "POST", url: "/api/auth/change-password", body, as: person });
  expect(answer.status).toBe(200);
}

export async function userRow(shop: TestShop, id: string) {
  const [row] = await shop.platform.db.select().from(users).where(eq(users.id, id));
  return row!;
}

/** An admin saves new terms; answers their version. */
export async function changeTerms(shop: TestShop): Promise<number> {
  const as = await shop.signUp({ role: "Admin" });
  const body = { body: "<p>You pay in advance.</p>" };
  const saved = await shop.send({ method: "PUT", url: "/api/pages/terms", body, as });
  expect(saved.status).toBe(200);
  return saved.body.data.version;
}

/** Tables in which a text still stands, anywhere in a row. */
export async function tablesWith(shop: TestShop, text: string): Promise<string[]> {
  const { rows } = await shop.platform.db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const hits = await shop.platform.db.execute(
      sql`select 1 from ${sql.identifier(name)} t where t::text ilike ${`%${text}%`} limit 1`,
    );
    if (hits.rows.length > 0) found.push(name);
  }
  return found;
}

/** Everyone else loses the role, so that a test knows all admins. */
export async function onlyAdmins(shop: TestShop, ...admins: Person[]): Promise<void> {
  const ids = sql.join(
    admins.map(({ id }) => sql`${id}`),
    sql`, `,
  );
  await shop.platform.db.execute(
    sql`update users set role = 'member' where role = 'Admin' and id not in (${ids})`,
  );
}

/** A multipart body with one file, behind the form's other fields. */
export function upload(
  bytes: Buffer,
  options: { field?: string; name?: string; type?: string; fields?: Record<string, string> } = {},
) {
  const boundary = "----shop-test-boundary";
  const { field = "image", name = "photo.png", type = "image/png", fields = {} } = options;
  const before = Object.entries(fields).map(
    ([key, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
  );
  const head = `${before.join("")}--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`;
  return {
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { "content-type": `multipart/form-data; boundary=${boundary}`, accept: "application/json" },
  };
}
