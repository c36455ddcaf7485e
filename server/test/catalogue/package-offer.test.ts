import { expect, test } from "vitest";
import { runsOf, thumbnailPrice } from "#contract/package-offer.ts";

const usual = { cost: 1, minimumBalance: 2 };

test("a thumbnail's price follows the cost of a run, and is never named too low", () => {
  expect(thumbnailPrice(600, 10, usual)).toBe(30);
  expect(thumbnailPrice(3900, 100, usual)).toBe(20);
  expect(thumbnailPrice(600, 10, { cost: 3, minimumBalance: 3 })).toBe(90);
  expect(thumbnailPrice(600, 0, usual)).toBeNull();
  expect(thumbnailPrice(600, 2, { cost: 3, minimumBalance: 3 })).toBeNull();
});

test("the runs of a balance stop where the next one could not start", () => {
  expect(runsOf(10, usual)).toEqual({ runs: 9, left: 1 });
  expect(runsOf(1, usual)).toEqual({ runs: 0, left: 1 });
  expect(runsOf(10, { cost: 1, minimumBalance: 1 })).toEqual({ runs: 10, left: 0 });
  expect(runsOf(10, { cost: 3, minimumBalance: 1 })).toEqual({ runs: 3, left: 1 });
  for (let credit = 0; credit < 40; credit += 1)
    for (const terms of [usual, { cost: 3, minimumBalance: 7 }, { cost: 4, minimumBalance: 2 }]) {
      let [balance, runs] = [credit, 0];
      for (; balance >= terms.cost && balance >= terms.minimumBalance; runs += 1) balance -= terms.cost;
      expect(runsOf(credit, terms)).toEqual({ runs, left: balance });
    }
});
