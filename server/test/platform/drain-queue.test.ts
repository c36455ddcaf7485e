import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { drainQueue } from "#server/platform/concurrency.ts";

test("where no more rows can be claimed, what is under way is waited for, and then the error told", async () => {
  const order: string[] = [];
  const working = Promise.withResolvers<void>();
  const rows = ["a row"];
  const drained = drainQueue({
    atOnce: 4,
    signal: new AbortController().signal,
    claim: async () => rows.pop() ?? Promise.reject(new Error("the database is away")),
    async work() {
      await working.promise;
      order.push("worked");
    },
    pieceDone: () => undefined,
  }).catch((error: Error) => order.push(error.message));
  await nextTurn();
  working.resolve();
  await drained;
  expect(order).toEqual(["worked", "the database is away"]);
});
