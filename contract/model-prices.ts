import { z } from "zod";

const modelSentence = "Please enter a model id such as gemini-3.5-flash-lite.";

/** A model's id as Google names it; it becomes a part of an address, so its characters are few. */
export const modelId = z
  .string(modelSentence)
  .trim()
  .transform((id) => id.replace(/^models\//, ""))
  .pipe(z.string().regex(/^[a-zA-Z0-9][a-zA-Z0-9._-]{0,99}$/, modelSentence));
export const modelIdOrBlank = z.union([z.literal(""), modelId], modelSentence);

/** Millionths of the currency's unit: a picture costs cents, a token a millionth of them. At most 1,000. */
const micros = z
  .number("Please enter a price.")
  .int("Please enter a price.")
  .min(0, "Please enter a price.")
  .max(1_000_000_000, "Please enter at most 1,000.");

/** What a model takes, as its owner read it in the provider's list. */
export const modelPrice = z.object({
  model: modelId,
  /** Null: its pictures are charged as tokens out, or it draws none. */
  pictureMicros: micros.nullable(),
  /** Of a million tokens each. */
  inputMicros: micros,
  outputMicros: micros,
  /** Set by the server when the price is entered: the shop's currency, and the day in the shop's time zone. */
  currency: z
    .string()
    .regex(/^([A-Z]{3})?$/)
    .default(""),
  enteredOn: z.union([z.literal(""), z.iso.date()]).default(""),
});
export type ModelPrice = z.output<typeof modelPrice>;

export const modelPrices = z
  .array(modelPrice)
  .max(20, "Please enter prices of at most 20 models.")
  .refine(
    (prices) => new Set(prices.map(({ model }) => model)).size === prices.length,
    "Please enter one price for each model.",
  );
