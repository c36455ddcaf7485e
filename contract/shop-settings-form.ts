import { z } from "zod";
import { lineText, nameText, plainText } from "./fields.ts";
import { wordChoices } from "./generation-options.ts";
import { modelId, modelPrices } from "./model-prices.ts";
import { timeZone } from "./time-zone.ts";

/** One person shall not fill a process, which carries 400 runs. */
export const mostRunsAtOnce = 20;

const count = z.number().int().min(0).max(1_000_000);

export const publicFields = {
  shopName: nameText.min(1, "Please enter the shop's name."),
  /** Credits that one run takes. */
  cost: z.number().int().min(1).max(1000),
  /** Credits that a person must have to start one. */
  minimumBalance: z.number().int().min(1).max(1_000_000),
  /** Credits that a new account starts with. */
  signUpGift: count,
  /** 'Buy More' shows below this balance. */
  buyMoreBelow: count,
  /** 'Buy Credits' shows at this balance or less. */
  buyCreditsBelow: count,
  /** What a run does with its words where it doesn't say. */
  wordsDefault: z.enum(wordChoices),
  /** Runs that one person may have under way. */
  runsAtOnce: z.number().int().min(1).max(mostRunsAtOnce),
  /** Of a package's or item's price, in percent. */
  processingFeePercent: z
    .number()
    .min(0)
    .max(100)
    .refine((percent) => Number(percent.toFixed(2)) === percent, "Please use at most two decimals."),
};

export const adminFields = {
  textModel: modelId,
  imageModel: modelId,
  /** Takes over while the first one is gone from the provider's list; blank for none. */
  secondImageModel: modelId.or(z.literal("")),
  secondTextModel: modelId.or(z.literal("")),
  /** Without a model's price, what it costs is unknown. */
  modelPrices,
  /** What the models may cost in a day, in minor units of the shop's currency; 0 sets no limit. */
  dailySpendingLimit: z.number("Please enter an amount.").int().min(0).max(100_000_000),
  /** Where the owner's days begin. */
  timeZone,
  /** The text model reads what was lettered; a misspelt picture gets a free new take. */
  spellingCheck: z.boolean(),
  /** Runs that one person may start in 24 hours; 0 sets no cap. */
  dailyCap: count,
  /** Prompts that one person may have enhanced in 24 hours, which costs no credit; 0 sets no cap. */
  enhanceDailyCap: count,
  /** One and the same text for an unknown e-mail and a wrong password at sign-in. */
  oneSignInText: z.boolean(),
  /** The back office opens to whoever has a second factor alone. */
  staffFactorRequired: z.boolean(),
  /** Who sells, as receipts say it: a company's name, its address in lines, its tax number, a closing note. */
  sellerName: nameText,
  sellerAddress: lineText,
  sellerVatId: plainText.max(50, "Please use at most 50 characters."),
  sellerNote: lineText,
  /** The tax inside the prices, in hundredths of a percent: 1900 is 19 %. 0 shows none. */
  taxBasisPoints: z.number().int().min(0).max(5000, "Please enter a rate from 0 to 50 percent."),
  /** The dashboard no longer shows the list of first steps. */
  firstStepsDismissed: z.boolean(),
};

/** All settings of the shop; the ones that every visitor may read come first. */
export const shopSettings = z.object({ ...publicFields, ...adminFields });
export type ShopSettings = z.output<typeof shopSettings>;

export const publicSettingNames = Object.keys(publicFields) as (keyof typeof publicFields)[];
