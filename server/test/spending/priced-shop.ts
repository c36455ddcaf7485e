import type { z } from "zod";
import type { modelPrice } from "#contract/model-prices.ts";
import type { Spending } from "#contract/spending.ts";
import { modelCalls } from "#server/db/tables/spending.ts";
import { changeSettings, type GeneratorShop, openGeneratorShop } from "../generations/generator-shop.ts";
import type { TestShop } from "../helpers/test-shop.ts";

export const imageModel = "gemini-nano-banana-2.1";
export const textModel = "gemini-3.5-flash-lite";

type Entered = z.input<typeof modelPrice>;

/** 3.4 cents a picture; 0.30 and 2.50 a million tokens. */
export const prices: Entered[] = [
  { model: imageModel, pictureMicros: 34_000, inputMicros: 300_000, outputMicros: 2_500_000 },
  { model: textModel, pictureMicros: null, inputMicros: 100_000, outputMicros: 400_000 },
];

export async function openPricedShop(
  options: Parameters<typeof openGeneratorShop>[0] = {},
): Promise<GeneratorShop> {
  const opened = await openGeneratorShop(options);
  await enterPrices(opened, prices);
  return opened;
}

export async function enterPrices({ shop, admin }: GeneratorShop, modelPrices: Entered[]): Promise<void> {
  const body = { modelPrices };
  const answer = await shop.send({ method: "PUT", url: "/api/shop-settings", body, as: admin });
  if (answer.status !== 200) throw new Error(answer.text);
}

export const setLimit = ({ shop, admin }: GeneratorShop, dailySpendingLimit: number) =>
  changeSettings(shop, admin, { dailySpendingLimit });

export async function readSpending({ shop, admin }: GeneratorShop, query = ""): Promise<Spending> {
  const answer = await shop.send({ url: `/api/spending${query}`, as: admin });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data;
}

/** What was booked, in the order of its purposes. */
export async function bookedCalls({ platform }: TestShop) {
  const rows = await platform.db.select().from(modelCalls);
  return rows.toSorted((a, b) => a.purpose.localeCompare(b.purpose) || a.model.localeCompare(b.model));
}
