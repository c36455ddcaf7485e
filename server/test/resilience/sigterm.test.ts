import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { amountOf } from "./amounts.ts";
import { openFixture } from "./fixtures.ts";
import { expectNothingLostOrDoubled, invariants, settled } from "./ledger-check.ts";
import { faultsIn, figuresOf, startTraffic } from "./traffic.ts";

const times = amountOf("SIGTERMS", 1);

test(
  `told to end under load (${times} ×), a process ends by itself and leaves nothing half done`,
  async () => {
    const fixture = await openFixture();
    const traffic = startTraffic(fixture);
    const took: number[] = [];
    const words: string[] = [];
    let shop = await fixture.start();
    for (let round = 0; round < times; round += 1) {
      await traffic.answers(20);
      await pause(Math.random() * 400);
      const next = fixture.start();
      const began = performance.now();
      await fixture.end(shop, "SIGTERM");
      took.push(performance.now() - began);
      // 1 where it had to be ended, because the ten seconds were over.
      expect(await shop.ended, shop.output()).toBe(0);
      words.push(faultsIn(shop.output()).replace(/^http.*$/m, ""));
      expect(await invariants(fixture), `after end ${round + 1}`).toEqual([]);
      shop = await next;
    }
    await traffic.stop();
    const slowest = Math.max(...took);
    console.log(
      `${times} SIGTERMs: slowest end ${slowest.toFixed(0)} ms, median ${took.toSorted((a, b) => a - b)[times >> 1]!.toFixed(0)} ms; ${figuresOf(traffic.diary)}`,
    );
    // A busy machine's clock says nothing among the other tests; the command, run by itself, holds the ten seconds.
    if (process.env.PROVE_SIGTERMS) expect(slowest).toBeLessThan(10_000);
    expect(traffic.diary.faults, words.join("\n")).toEqual([]);
    await settled(fixture, traffic.diary);
    await expectNothingLostOrDoubled(fixture, traffic.diary);
  },
  60_000 + times * 30_000,
);
