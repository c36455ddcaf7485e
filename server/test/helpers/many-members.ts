import { createHmac } from "node:crypto";
import { newId } from "#server/db/ids.ts";
import { sessions } from "#server/db/tables/sessions.ts";
import { users } from "#server/db/tables/users.ts";
import type { TestShop } from "./test-shop.ts";

/** Signed-in members who only need to be many: their rows are written, where each would cost a sign-up. */
export async function manyMembers({ platform: { db, appSecret } }: TestShop, count: number) {
  const members = Array.from({ length: count }, (_, at) => {
    const [id, token] = [newId(), newId() + newId()];
    const signed = `${token}.${createHmac("sha256", appSecret).update(token).digest("base64")}`;
    return {
      id,
      name: `Member ${at}`,
      email: `member-${id}@example.com`,
      password: "",
      token,
      cookie: `thumbsmith.session_token=${encodeURIComponent(signed)}`,
    };
  });
  const expiresAt = new Date(Date.now() + 3_600_000);
  await db.insert(users).values(members.map(({ id, name, email }) => ({ id, name, email })));
  await db.insert(sessions).values(members.map(({ id, token }) => ({ userId: id, token, expiresAt })));
  return members;
}
