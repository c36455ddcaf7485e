import type { ModelPrice } from "./model-prices.ts";

/** What one call came to, as the provider counted it. */
export interface ModelUsage {
  tokensIn: number;
  /** With those of thoughts and of pictures. */
  tokensOut: number;
  pictures: number;
  /** Of the tokens out, those that the pictures are. */
  pictureTokens: number;
}

const million = 1_000_000;

/** What a call costs in millionths, halves up; null where the model has no price in this currency. */
export function callCostMicros(
  prices: readonly ModelPrice[],
  model: string,
  currency: string,
  { tokensIn, tokensOut, pictures, pictureTokens }: ModelUsage,
): number | null {
  const price = prices.find((one) => one.model === model && one.currency === currency);
  if (!price) return null;
  const pricedOut = price.pictureMicros === null ? tokensOut : Math.max(0, tokensOut - pictureTokens);
  // Exact as a JavaScript number: 4,000,000 tokens times a price of at most 1,000 a million stay below 2^53.
  const tokens = tokensIn * price.inputMicros + pricedOut * price.outputMicros;
  return pictures * (price.pictureMicros ?? 0) + Math.floor((tokens + million / 2) / million);
}

/** Of one picture with every reference, of what its words are read by: as Google counts, rather more than less. */
export const drawn: ModelUsage = { tokensIn: 3_200, tokensOut: 1_490, pictures: 1, pictureTokens: 1_290 };
export const read: ModelUsage = { tokensIn: 1_400, tokensOut: 160, pictures: 0, pictureTokens: 0 };

interface PricedShop {
  imageModel: string;
  textModel: string;
  spellingCheck: boolean;
  modelPrices: readonly ModelPrice[];
}

function partsOfGeneration(shop: PricedShop, currency: string): (number | null)[] {
  const picture = callCostMicros(shop.modelPrices, shop.imageModel, currency, drawn);
  const reading = shop.spellingCheck ? callCostMicros(shop.modelPrices, shop.textModel, currency, read) : 0;
  return [picture, picture, reading, reading];
}

/**
 * What one run is reckoned to cost at most in millionths: two pictures, each read once. Second tries after a failure come
 * on top. Null where a price is missing.
 */
export function generationCostMicros(shop: PricedShop, currency: string): number | null {
  const parts = partsOfGeneration(shop, currency);
  return parts.includes(null) ? null : parts.reduce<number>((sum, part) => sum + part!, 0);
}

/**
 * What a run's credit can come to where its words are read: each of its two pictures may bring one free take, a run as any
 * other but that its pictures bring none.
 */
export function mostCostMicros(shop: PricedShop, currency: string): number | null {
  const run = generationCostMicros(shop, currency);
  return run === null ? null : run * (shop.spellingCheck ? 3 : 1);
}

/** A run without what has no price, which no limit can count. */
export function knownGenerationCostMicros(shop: PricedShop, currency: string): number {
  return partsOfGeneration(shop, currency).reduce<number>((sum, part) => sum + (part ?? 0), 0);
}

/** Models that are in use, in the order of the settings, each once. */
export function modelsNamed(shop: {
  imageModel: string;
  textModel: string;
  secondImageModel: string;
  secondTextModel: string;
}): string[] {
  const named = [shop.imageModel, shop.textModel, shop.secondImageModel, shop.secondTextModel];
  return [...new Set(named.map((one) => one.trim()).filter((one) => one !== ""))];
}
