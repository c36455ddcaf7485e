import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { newId } from "#server/db/ids.ts";
import { checkLedger, grantCredits } from "#server/features/credits/credits.service.ts";
import { openHold, releaseHold } from "#server/features/credits/holds.ts";
import { openTestShop } from "../helpers/test-shop.ts";

/** A person with a purchase of 10, a hold of 1 that was given back and one of 2 that is open; another with nothing. */
async function openBooks() {
  const shop = await openTestShop();
  const [person, other] = [await shop.signUp(), await shop.signUp()];
  const userId = person.id;
  const holds = await shop.platform.db.transaction(async (tx) => {
    await grantCredits(tx, { userId, amount: 10, reason: "purchase", reference: newId() });
    const request = { userId, minimum: 0, lifetimeSeconds: 60 };
    const generationId = newId();
    const back = await openHold(tx, { ...request, amount: 1, generationId });
    await releaseHold(tx, { generationId });
    const open = await openHold(tx, { ...request, amount: 2, generationId: newId() });
    return { back: back!.holdId, open: open!.holdId };
  });
  const { db } = shop.platform;
  await db.execute(sql`insert into credit_balances (user_id) values (${other.id}) on conflict do nothing`);
  /** What the check says with something made untrue, whatever would forbid that; afterwards it is as before. */
  const saidOf = async (...lies: string[]): Promise<string[]> => {
    let said: string[] = [];
    const undone = new Error("undone");
    const work = db.transaction(async (tx) => {
      await tx.execute(sql`alter table credit_balances drop constraint credit_balances_not_negative`);
      await tx.execute(sql`alter table credit_entries disable trigger user`);
      await tx.execute(sql`alter table credit_bookings disable trigger user`);
      for (const lie of lies) await tx.execute(sql.raw(lie));
      said = await checkLedger(tx);
      throw undone;
    });
    await expect(work).rejects.toBe(undone);
    return said;
  };
  const sums = (id: string) => `The sums of user ${id} differ from the ledger's entries.`;
  const aside = (id: string) => `What is set aside for user ${id} differs from the open holds.`;
  const zero = (id: string) => `User ${id} has a balance, a hold or a debt below zero.`;
  const booked = (id: string) => `Hold ${id} is not booked as its state says.`;
  const entry = /^Entry \d+ states a balance that does not follow from the entries before it\.$/;
  return { shop, userId, otherId: other.id, holds, saidOf, sums, aside, zero, booked, entry };
}

test("the check of the books finds each sum that is not what the entries and holds make it", async () => {
  const { shop, userId, otherId, saidOf, sums, aside, zero } = await openBooks();
  expect(await saidOf()).toEqual([]);
  const set = (what: string, id = userId) =>
    saidOf(`update credit_balances set ${what} where user_id = '${id}'`);
  expect(await set("balance = 9")).toEqual([sums(userId)]);
  expect(await set("debt = 1")).toEqual([sums(userId)]);
  expect(await set("held = 3")).toEqual([sums(userId), aside(userId)]);
  expect(await set("balance = 5", otherId), "who has no entry has nothing").toEqual([sums(otherId)]);
  expect(await set("held = 5", otherId)).toEqual([sums(otherId), aside(otherId)]);
  for (const what of ["balance", "debt"])
    expect(await set(`${what} = -1`, otherId)).toEqual([sums(otherId), zero(otherId)]);
  expect(await set("held = -1", otherId)).toEqual([sums(otherId), aside(otherId), zero(otherId)]);
  const gone = await saidOf(`delete from credit_balances where user_id = '${userId}'`);
  expect(gone, "who has entries has sums").toEqual([sums(userId), aside(userId)]);
  expect(await checkLedger(shop.platform.db)).toEqual([]);
});

test("the check of the books finds a booking that moves credits from nowhere, and a statement's line that is not true", async () => {
  const { userId, saidOf, sums, entry } = await openBooks();
  const id = newId();
  const booking = `insert into credit_bookings (id, user_id, reason, reference) values ('${id}', '${userId}', 'gift', 'x')`;
  const side = (account: string, amount: number, after: number | null) =>
    `insert into credit_entries (booking_id, user_id, account, amount, balance_after)
     values ('${id}', '${userId}', '${account}', ${amount}, ${after})`;
  const unbalanced = `Booking ${id} has no entries or they do not add up to zero.`;
  expect(await saidOf(booking)).toEqual([unbalanced]);
  expect(await saidOf(booking, side("sold", 1, null))).toEqual([unbalanced]);
  expect(await saidOf(booking, side("sold", -1, null), side("gifted", 1, null))).toEqual([]);
  expect(await saidOf(booking, side("member", 1, 9), side("gifted", -1, null))).toEqual([sums(userId)]);
  const wrongLine = await saidOf(
    booking,
    side("member", 1, 10),
    side("gifted", -1, null),
    `update credit_balances set balance = 9 where user_id = '${userId}'`,
  );
  expect(wrongLine).toEqual([expect.stringMatching(entry)]);
  const noLine = await saidOf("update credit_entries set balance_after = null where amount = 10");
  expect(noLine).toEqual([expect.stringMatching(entry)]);
});

test("the check of the books finds a hold that is booked otherwise than it ended", async () => {
  const { userId, holds, saidOf, aside, booked } = await openBooks();
  const { back, open } = holds;
  const state = (id: string, name: string) => `update credit_holds set state = '${name}' where id = '${id}'`;
  expect(await saidOf(state(back, "settled"))).toEqual([booked(back)]);
  expect(await saidOf(state(back, "open"))).toEqual([aside(userId), booked(back)]);
  expect(await saidOf(state(open, "settled"))).toEqual([aside(userId), booked(open)]);
  expect(await saidOf(state(open, "released"))).toEqual([aside(userId), booked(open)]);
  const nameless = `update credit_bookings set reference = 'x' where reference = '${open}'`;
  expect(await saidOf(nameless)).toEqual([booked(open)]);
});
