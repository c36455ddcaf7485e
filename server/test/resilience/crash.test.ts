import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { failpoints } from "#server/platform/failpoints.ts";
import { amountOf } from "./amounts.ts";
import { type Fixture, openFixture } from "./fixtures.ts";
import { expectNothingLostOrDoubled, hurry, invariants, settled } from "./ledger-check.ts";
import { faultsIn, figuresOf, startTraffic, type Traffic } from "./traffic.ts";

const each = amountOf("EACH", 1);
const random = amountOf("RANDOM", 2);
const roundsOfOneLife = 20;
/**
 * The points of payments have tests of their own, which say more; by command all have their turn here, but for those of
 * YouTube's thumbnails and of webhooks' deliveries, which the traffic has none of.
 */
const all: readonly (typeof failpoints)[number][] =
  each > 1
    ? failpoints.filter((point) => !/^(thumbnail|delivery)-/.test(point))
    : ["webhook-taken", "generation-accepted", "pictures-stored", "mail-claimed", "mail-accepted"];
/** A part of the points' names, or several with commas between. */
const wanted = (process.env.PROVE_ONLY ?? "").split(",");
const points = all.filter((point) => wanted.some((part) => point.includes(part)));

/** Ends the traffic, lets a whole process finish what the killed ones left, and compares the books with the world. */
async function settleAccounts(fixture: Fixture, traffic: Traffic, what: string): Promise<void> {
  const shop = await fixture.start();
  await traffic.stop();
  await settled(fixture, traffic.diary);
  await expectNothingLostOrDoubled(fixture, traffic.diary);
  expect(traffic.diary.faults, faultsIn(shop.output())).toEqual([]);
  await fixture.end(shop, "SIGTERM");
  console.log(`${what}: ${figuresOf(traffic.diary)}`);
}

test.skipIf(each === 0)(
  `killed ${each} times at each of ${points.length} points, the shop loses and doubles nothing`,
  async () => {
    expect(points).not.toEqual([]);
    const fixture = await openFixture();
    let traffic = startTraffic(fixture);
    for (const point of points) {
      for (let time = 1; time <= each; time += 1) {
        const shop = await fixture.start({ NODE_ENV: "test", FAILPOINT: point });
        await expect
          .poll(() => hurry(fixture).then(() => fixture.shops.has(shop)), { timeout: 180_000, interval: 300 })
          .toBe(false);
        expect(await shop.ended, `${point}: ${shop.output()}`).toBe("SIGKILL");
        expect(await invariants(fixture), `after a crash at ${point}`).toEqual([]);
      }
      if (each > 1) {
        await settleAccounts(fixture, traffic, `${each} × ${point}`);
        traffic = startTraffic(fixture, traffic.diary);
      }
    }
    await settleAccounts(fixture, traffic, `killed at ${points.length} points`);
  },
  120_000 + points.length * each * 30_000,
);

test.skipIf(random === 0)(
  `killed ${random} times at random under traffic, the shop loses and doubles nothing`,
  async () => {
    const fixture = await openFixture();
    let traffic = startTraffic(fixture);
    for (let round = 1; round <= random; round += 1) {
      const shop = await fixture.start();
      await pause(Math.random() * 2_000);
      await fixture.end(shop, "SIGKILL");
      expect(await invariants(fixture), `after kill ${round}`).toEqual([]);
      if (round % roundsOfOneLife === 0) {
        await settleAccounts(fixture, traffic, `${round} random kills`);
        traffic = startTraffic(fixture, traffic.diary);
      }
    }
    await settleAccounts(fixture, traffic, `${random} random kills`);
  },
  120_000 + random * 20_000,
);
