import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { ShopProcess } from "../helpers/shop-process.ts";
import { type Actor, type Fixture, openFixture } from "./fixtures.ts";
import { expectNothingLostOrDoubled, invariants, settled } from "./ledger-check.ts";
import { faultsIn, figuresOf, startTraffic } from "./traffic.ts";

async function ask(
  shop: ShopProcess,
  path: string,
  as: Actor,
  init: { method?: string; body?: object } = {},
) {
  const response = await fetch(shop.url + path, {
    method: init.method ?? "GET",
    headers: { cookie: as.cookie, ...(init.body ? { "content-type": "application/json" } : {}) },
    ...(init.body ? { body: JSON.stringify(init.body) } : {}),
  });
  const text = await response.text();
  return { status: response.status, body: text ? JSON.parse(text) : null };
}

/** Sets a credit aside, and lets the time pass after which it goes back. */
async function leaveLapsedHold(fixture: Fixture, shop: ShopProcess, person: Actor): Promise<void> {
  expect((await ask(shop, "/api/deduct-credit", person, { method: "POST", body: {} })).status).toBe(200);
  await fixture.db.execute(
    sql`update credit_holds set expires_at = now() - interval '1 second'
        where user_id = ${person.id} and state = 'open' and generation_id is null`,
  );
}

test("two processes share copies, news and work; each takes over when the other is killed under load", async () => {
  const fixture = await openFixture({ people: 5 });
  const [traveller, ...busy] = fixture.people;
  fixture.people = busy;
  const [first, second] = [await fixture.start(), await fixture.start()];

  await ask(first, "/api/viewer", traveller!);
  await ask(second, "/api/viewer", traveller!);
  const settings = (await ask(first, "/api/shop-settings", fixture.admin)).body.data;
  const renamed = { ...settings, shopName: "Two Doors" };
  await ask(first, "/api/shop-settings", fixture.admin, { method: "PUT", body: renamed });
  await expect
    .poll(async () => (await ask(second, "/api/viewer", traveller!)).body.data.shop.name, { timeout: 8_000 })
    .toBe("Two Doors");

  const traffic = startTraffic(fixture);
  const third = () => fixture.start();
  let living = [first, second];
  for (let round = 0; round < 2; round += 1) {
    await traffic.answers(40);
    await leaveLapsedHold(fixture, living[1]!, traveller!);
    await fixture.end(living[0]!, "SIGKILL");
    expect(await invariants(fixture)).toEqual([]);
    await traffic.answers(40);
    living = [living[1]!, await third()];
  }
  await traffic.stop();
  console.log(`two processes: ${figuresOf(traffic.diary)}`);
  expect(traffic.diary.faults, living.map((shop) => faultsIn(shop.output())).join("\n")).toEqual([]);
  // The survivors alone end everything that the killed ones had begun.
  await settled(fixture, traffic.diary);
  await expect
    .poll(async () => (await ask(living[0]!, "/api/viewer", traveller!)).body.data.user.currentBalance, {
      timeout: 30_000,
      interval: 500,
    })
    .toBe(1_000);
  await expectNothingLostOrDoubled(fixture, traffic.diary);
}, 240_000);
