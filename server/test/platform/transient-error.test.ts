import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openTestShop } from "../helpers/test-shop.ts";

const codes =
  "08000 08003 08006 08P01 25006 40001 40P01 53100 53200 53300 55P03 57014 57P01 57P02 57P03 57P05";

test("what the database can't do now is answered 503 with Retry-After, and what it refuses for good is a fault", async () => {
  const shop = await openTestShop();
  const { db } = shop.platform;
  const body = { subject: "Hello", message: "A question." };
  const message = { method: "POST", url: "/new-support-message", as: await shop.signUp(), body };
  await db.execute(sql`create table refusal (code text)`);
  await db.execute(sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'no' using errcode = (select code from refusal); end $$`);
  await db.execute(sql`create trigger refuse before insert on tickets execute function refuse()`);
  await db.execute(sql`insert into refusal values ('')`);
  for (const code of codes.split(" ")) {
    await db.execute(sql`update refusal set code = ${code}`);
    const answer = await shop.send(message);
    expect([answer.status, answer.headers["retry-after"], answer.body.code], code).toEqual([
      503,
      "5",
      "UNAVAILABLE",
    ]);
  }
  for (const code of ["23514", "42703", "XX000", "53"]) {
    await db.execute(sql`update refusal set code = ${code}`);
    expect((await shop.send(message)).status, code).toBe(500);
  }
  await db.execute(sql`drop trigger refuse on tickets`);
  expect((await shop.send(message)).status).toBe(201);
});
