import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { checkGenerations } from "#server/features/generations/generations.service.ts";
import { checkSpending } from "#server/features/spending/spending-limit.ts";
import type { TestShop } from "../helpers/test-shop.ts";
import { finished, memberWith, openGeneratorShop, startGeneration } from "./generator-shop.ts";

/** What the checks say with something made untrue; afterwards it is as before. */
async function saidOf({ platform }: TestShop, lie: string): Promise<string[]> {
  let said: string[] = [];
  const undone = platform.db.transaction(async (tx) => {
    await tx.execute(sql.raw(lie));
    said = [...(await checkGenerations(tx)), ...(await checkSpending(tx))];
    tx.rollback();
  });
  await expect(undone).rejects.toThrow("Rollback");
  return said;
}

test("the audit names each run whose credit or pictures are not what its end says, and what is wrongly set aside", async () => {
  const { shop, emulator } = await openGeneratorShop();
  const member = await memberWith(shop, 9);
  const run = async () => {
    const { id } = (await startGeneration(shop, member)).body.data;
    await finished(shop, member, id);
    return id as string;
  };
  const done = await run();
  await emulator.fault("safety");
  const failed = await run();
  expect(await saidOf(shop, "select")).toEqual([]);
  const hold = `where generation_id = '${done}'`;
  for (const [id, lie] of [
    [done, `update credit_holds set state = 'open' ${hold}`],
    [done, `update credit_holds set state = 'released' ${hold}`],
    [done, `update credit_holds set amount = 2 ${hold}`],
    [done, `delete from credit_holds ${hold}`],
    [done, `delete from generation_images ${hold} and position = 1`],
    [done, `update generations set refunded = true where id = '${done}'`],
    [done, `update generations set retake = true, source_id = 'x' where id = '${done}'`],
    [failed, `update generations set refunded = false where id = '${failed}'`],
    [
      failed,
      `insert into generation_images (id, generation_id, position, file_key, mime_type, bytes)
      values ('x', '${failed}', 1, 'x', 'image/png', 1)`,
    ],
  ] as const)
    expect(await saidOf(shop, lie), lie).toEqual([expect.stringContaining(`Run ${id} is `)]);
  expect(
    await saidOf(
      shop,
      "insert into spending_today (id, since, currency, reserved_micros) values (1, now(), 'USD', 7)",
    ),
  ).toEqual(["The spending limit has 7 millionths set aside beside what the runs under way say."]);
});
