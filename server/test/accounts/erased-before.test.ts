import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { newId } from "#server/db/ids.ts";
import { eraseAccount } from "#server/features/accounts/erasure/erase-account.ts";
import { runMigration } from "../helpers/run-migration.ts";
import { openTestShop, type Person } from "../helpers/test-shop.ts";
import { tablesWith } from "./helpers.ts";

const mark = "Unmistakable words";

test("answers and notes about somebody who was erased before these went along go with the update, and nobody else's do", async () => {
  const shop = await openTestShop();
  const admin = await shop.signUp({ role: "Admin" });
  const [gone, stays] = [await shop.signUp(), await shop.signUp()];
  const post = async (url: string, body: object, as: Person) => {
    const answer = await shop.send({ method: "POST", url, body, as });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body.data;
  };
  const askAndAnswer = async (member: Person) => {
    const { _id: id } = await post("/new-support-message", { subject: "Help", message: "It broke" }, member);
    const words = { key: newId(), message: `${mark} for ${member.id}` };
    await post(`/api/support/tickets/${id}/replies`, { ...words, sender: "admin" }, admin);
    await post(`/api/support/tickets/${id}/notes`, { ...words, key: newId() }, admin);
    return id;
  };
  const [ticket] = [await askAndAnswer(gone), await askAndAnswer(stays)];
  await eraseAccount(shop.platform, gone.id);
  const words = `${mark} for ${gone.id}`;
  expect(await tablesWith(shop, words)).toEqual([]);
  await shop.platform.db.execute(
    sql`update ticket_messages set message = ${words} where ticket_id = ${ticket}`,
  );
  await shop.platform.db.execute(
    sql`update audit_log set after = after || jsonb_build_object('message', ${words}::text)
      where subject = ${`ticket:${ticket}`}`,
  );
  expect(await tablesWith(shop, words)).toEqual(["audit_log", "ticket_messages"]);
  await runMigration(shop, "0024_erased-words-and-taken-memberships");
  expect(await tablesWith(shop, words)).toEqual([]);
  const { body } = await shop.send({ url: `/support-message/${ticket}`, as: admin });
  const erased = [{ message: "[erased]" }];
  expect(body).toMatchObject({ adminMessage: erased, internalNotes: erased });
  const kept = await tablesWith(shop, `${mark} for ${stays.id}`);
  expect(kept).toEqual(expect.arrayContaining(["audit_log", "ticket_messages"]));
});
