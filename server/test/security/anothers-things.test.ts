import { expect, test } from "vitest";
import { holdJobs } from "../helpers/hold-jobs.ts";
import { sendOrThrow } from "../helpers/test-shop.ts";
import { nameOf, rowOf } from "./access-table.ts";
import { changesBetween, changingJobs, takeSnapshot } from "./database-changes.ts";
import { openSeededShop } from "./seeded-shop.ts";
import { requestFor } from "./valid-bodies.ts";

test("what another sends to a person's thing changes nothing, also where that was deleted a moment ago", async () => {
  const seeded = await openSeededShop();
  const { shop, people } = seeded;
  const { db } = shop.platform;
  await holdJobs(shop.connectionString, changingJobs);
  const wrong: string[] = [];
  const writes = shop.calls.filter((call) => call.method !== "GET" && rowOf(call).owned);
  expect(writes.length).toBeGreaterThan(20);
  for (const call of writes) {
    const { as: owner, ...request } = await requestFor(seeded, call);
    const [deleted] = /^.*(?=\/restore$)/.exec(request.url) ?? [];
    if (deleted && !call.path.includes("{version}"))
      await sendOrThrow(shop, { method: "DELETE", url: deleted, as: owner! });
    const before = await takeSnapshot(db);
    const { status } = await shop.send({ ...request, as: people.other });
    const changes = changesBetween(before, await takeSnapshot(db));
    if (status !== 404 || changes.length > 0)
      wrong.push(`${nameOf(call)} is answered ${status} and changes ${changes.join(", ") || "nothing"}`);
  }
  expect(wrong).toEqual([]);
});
