import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { failpoints } from "#server/platform/failpoints.ts";
import { amountOf } from "./amounts.ts";
import { type Ground, openGround } from "./fixtures.ts";
import { expectNothingLostOrDoubled, hurry, invariants, settled } from "./ledger-check.ts";
import { faultsIn, figuresOf, startTraffic, type Traffic } from "./traffic.ts";

const each = amountOf("EACH", 1);
const random = amountOf("RANDOM", 2);
const roundsOfOneLife = 20;
/** The points of payments have tests of their own, which say more; by command all have their turn here. */
const all: readonly (typeof failpoints)[number][] =
  each > 1
    ? failpoints
    : ["webhook-taken", "generation-accepted", "pictures-stored", "mail-claimed", "mail-accepted"];
/** A part of the points' names, or several with commas between. */
const wanted = (process.env.PROVE_ONLY ?? "").split(",");
const points = all.filter((point) => wanted.some((part) => point.includes(part)));

/** Ends the traffic, lets a whole process finish what the killed ones left, and compares the books with the world. */
async function settleAccounts(ground: Ground, traffic: Traffic, what: string): Promise<void> {
  const shop = await ground.start();
  await traffic.stop();
  await settled(ground, traffic.diary);
  await expectNothingLostOrDoubled(ground, traffic.diary);
  expect(traffic.diary.faults, faultsIn(shop.output())).toEqual([]);
  await ground.end(shop, "SIGTERM");
  console.log(`${what}: ${figuresOf(traffic.diary)}`);
}

test.skipIf(each === 0)(
  `killed ${each} times at each of ${points.length} points, the shop loses and doubles nothing`,
  async () => {
    expect(points).not.toEqual([]);
    const ground = await openGround();
    let traffic = startTraffic(ground);
    for (const point of points) {
      for (let time = 1; time <= each; time += 1) {
        const shop = await ground.start({ NODE_ENV: "test", FAILPOINT: point });
        await expect
          .poll(() => hurry(ground).then(() => ground.shops.has(shop)), { timeout: 60_000, interval: 300 })
          .toBe(false);
        expect(await shop.ended, `${point}: ${shop.output()}`).toBe("SIGKILL");
        expect(await invariants(ground), `after a crash at ${point}`).toEqual([]);
      }
      if (each > 1) {
        await settleAccounts(ground, traffic, `${each} × ${point}`);
        traffic = startTraffic(ground, traffic.diary);
      }
    }
    await settleAccounts(ground, traffic, `killed at ${points.length} points`);
  },
  120_000 + points.length * each * 30_000,
);

test.skipIf(random === 0)(
  `killed ${random} times at random under traffic, the shop loses and doubles nothing`,
  async () => {
    const ground = await openGround();
    let traffic = startTraffic(ground);
    for (let round = 1; round <= random; round += 1) {
      const shop = await ground.start();
      await pause(Math.random() * 2_000);
      await ground.end(shop, "SIGKILL");
      expect(await invariants(ground), `after kill ${round}`).toEqual([]);
      if (round % roundsOfOneLife === 0) {
        await settleAccounts(ground, traffic, `${round} random kills`);
        traffic = startTraffic(ground, traffic.diary);
      }
    }
    await settleAccounts(ground, traffic, `${random} random kills`);
  },
  120_000 + random * 20_000,
);
