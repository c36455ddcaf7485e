import { expect, test } from "vitest";
import { generationCostMicros, mostCostMicros } from "#contract/generation-cost.ts";

const price = { inputMicros: 300_000, outputMicros: 2_500_000, pictureMicros: 34_000, currency: "USD" };
const shop = { imageModel: "draws", textModel: "reads", spellingCheck: true };

test("a credit comes to three runs at most where words are read, since each picture may bring a free take", () => {
  const modelPrices = ["draws", "reads"].map((model) => ({ ...price, model, enteredOn: "2026-11-01" }));
  const priced = { ...shop, modelPrices };
  const run = generationCostMicros(priced, "USD")!;
  expect(mostCostMicros(priced, "USD")).toBe(3 * run);
  const unread = { ...priced, spellingCheck: false };
  expect(mostCostMicros(unread, "USD")).toBe(generationCostMicros(unread, "USD"));
  expect(mostCostMicros(priced, "EUR")).toBeNull();
});
