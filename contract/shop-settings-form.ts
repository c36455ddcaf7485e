import { z } from "zod";
import { lineText, nameText, oneOf, plainText, wholeNumber } from "./fields.ts";
import { wordChoices } from "./generation-options.ts";
import { modelId, modelIdOrBlank, modelPrices } from "./model-prices.ts";
import { timeZone } from "./time-zone.ts";

/** One person shall not fill a process, which carries 400 runs. */
export const mostRunsAtOnce = 20;

const count = wholeNumber(0, 1_000_000);
const percentSentence = "Please enter a percentage from 0 to 100.";
const taxSentence = "Please enter a rate from 0 to 50 percent.";

export const publicFields = {
  shopName: nameText.min(1, "Please enter the shop's name."),
  /** Credits that one run takes. */
  cost: wholeNumber(1, 1000),
  /** Credits that a person must have to start one. */
  minimumBalance: wholeNumber(1, 1_000_000),
  /** Credits that a new account starts with. */
  signUpGift: count,
  /** 'Buy More' shows below this balance. */
  buyMoreBelow: count,
  /** 'Buy Credits' shows at this balance or less. */
  buyCreditsBelow: count,
  /** What a run does with its words where it doesn't say. */
  wordsDefault: oneOf(wordChoices),
  /** Runs that one person may have under way. */
  runsAtOnce: wholeNumber(1, mostRunsAtOnce),
  /** Of a package's or item's price, in percent. */
  processingFeePercent: z
    .number(percentSentence)
    .min(0, percentSentence)
    .max(100, percentSentence)
    .refine((percent) => Number(percent.toFixed(2)) === percent, "Please use at most two decimals."),
};

export const adminFields = {
  textModel: modelId,
  imageModel: modelId,
  /** Takes over while the first one is gone from the provider's list; blank for none. */
  secondImageModel: modelIdOrBlank,
  secondTextModel: modelIdOrBlank,
  /** Without a model's price, what it costs is unknown. */
  modelPrices,
  /** What the models may cost in a day, in minor units of the shop's currency; 0 sets no limit. */
  dailySpendingLimit: z
    .number("Please enter an amount.")
    .int("Please enter an amount.")
    .min(0, "Please enter an amount.")
    .max(100_000_000, "Please enter at most 1,000,000."),
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
  taxBasisPoints: z.number(taxSentence).int(taxSentence).min(0, taxSentence).max(5000, taxSentence),
  /** The dashboard no longer shows the list of first steps. */
  firstStepsDismissed: z.boolean(),
};

/** All settings of the shop; the ones that every visitor may read come first. */
export const shopSettings = z.object({ ...publicFields, ...adminFields });
export type ShopSettings = z.output<typeof shopSettings>;

export const publicSettingNames = Object.keys(publicFields) as (keyof typeof publicFields)[];
