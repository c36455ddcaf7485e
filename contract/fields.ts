import { z } from "zod";
import { plainCode, plainEmail, plainLine } from "./entered-text.ts";
import { isAllowedUrl } from "./urls.ts";
import { isYoutubeUrl } from "./youtube-links.ts";

/** Text without NUL and without half a surrogate pair, which PostgreSQL and JSON could not keep. */
export function isStorableText(text: string): boolean {
  return !text.includes("\u0000") && !/\p{Surrogate}/u.test(text);
}

/** A date that the database's calendar has: it knows no year 0, and ISO's form no year of five digits. */
export function isStorableDate(text: string): boolean {
  const year = new Date(text).getUTCFullYear();
  return year >= 1 && year <= 9999;
}

/** A day of the calendar as yyyy-mm-dd. */
export const dayText = z.iso
  .date("Please enter a valid date.")
  .refine(isStorableDate, "Please enter a valid date.");

/** One line, to which each field adds how long it may be. */
export const plainText = z.string().overwrite(plainLine).trim();
/** Names up to 200 characters. */
export const nameText = plainText.max(200, "Please use at most 200 characters.");
/** Single lines up to 500 characters. */
export const lineText = plainText.max(500, "Please use at most 500 characters.");
/** Texts up to 5,000 characters. */
export const longText = z.string().normalize("NFC").trim().max(5000, "Please use at most 5,000 characters.");

export const urlText = z
  .string()
  .max(2048, "Please enter a valid URL")
  .refine((url) => url === "" || isAllowedUrl(url), "Please enter a valid URL");

const noVideo = "Please enter a valid YouTube URL";
export const videoUrlText = z
  .string()
  .max(2048, noVideo)
  .refine((url) => url === "" || isYoutubeUrl(url), noVideo);

export const emailText = z
  .string()
  .overwrite(plainEmail)
  .max(254, "Please enter a valid email address.")
  .pipe(z.email("Please enter a valid email address."));

export const wholeSentence = (min: number, max: number) =>
  `Please enter a whole number from ${min.toLocaleString("en-US")} to ${max.toLocaleString("en-US")}.`;
const within = (number: z.ZodNumber | z.ZodCoercedNumber, min: number, max: number) => {
  const sentence = wholeSentence(min, max);
  return number.int(sentence).min(min, sentence).max(max, sentence);
};
/** A whole number of a form, whose one sentence also meets what is blank. */
export const wholeNumber = (min: number, max: number) => within(z.number(wholeSentence(min, max)), min, max);
/** The same of an address, in which it is a text. */
export const wholeNumberText = (min: number, max: number) =>
  within(z.coerce.number(wholeSentence(min, max)), min, max);

export const oneOf = <const V extends readonly [string, ...string[]]>(values: V) =>
  z.enum(values, `Please choose one of ${values.join(", ")}.`);

/** Ids of rows: 24 hexadecimal digits. Another form is answered as an unknown one, so it stays a plain string here. */
export const idParams = z.object({ id: z.string().max(200) });
/** One of a run's images. Another than 1 or 2 is answered as an unknown one as well. */
export const imagePosition = z.string().max(200);

const versionSentence = "Please send the version that this was made from, a whole number.";
/** Counts a record's edits. An edit sends the one that it was made from; a stale one is refused with what stands now. */
export const recordVersion = z.number(versionSentence).int(versionSentence).min(0, versionSentence);

/** A coupon's code as a buyer types it. What cannot be one is an unknown one. */
export const enteredCode = z.string("Please enter a code.").overwrite(plainCode).max(5000);

/** How many characters it needs and may have is the account's matter, which answers with codes of its own. */
export const passwordText = z.string().max(1000, "Password must be at most 128 characters");
export const enteredPassword = passwordText.min(1, "Please enter your password");

/** A filter by yes or no, as a query carries it. */
export const flagText = z
  .enum(["true", "false"], "Please choose true or false.")
  .transform((value) => value === "true");

/** Made by the client for one request: sent again with it, what was done stands once. Something else with it is 409. */
export const requiredIdempotencyKey = z.string().min(1, "An idempotency key is required.").max(100);
export const idempotencyKey = requiredIdempotencyKey.optional();

/** The documented envelope around a piece of data. */
export function envelope<T extends z.ZodType>(data: T) {
  return z.object({ success: z.literal(true), data, message: z.string().optional() });
}

export const acknowledged = z.object({ success: z.literal(true), message: z.string().optional() });

/** What is looked for. */
export const searchText = z
  .string()
  .overwrite(plainLine)
  .max(200, "Please search for at most 200 characters.");

/** A list's total is exact up to here; a search or filter that finds more says so by `X-Total-Count-More: true`. */
export const mostCounted = 10_000;

export const pageNumber = wholeNumberText(1, 1_000_000);
export const pageSize = wholeNumberText(1, 100);

export const listDirection = oneOf(["asc", "desc"]);

/**
 * What every list takes besides its own filters. Without `page` it answers all rows, up to 1,000.
 */
export function listQuery<const S extends readonly [string, ...string[]], F extends z.ZodRawShape>(
  sortable: S,
  filters: F,
) {
  return z.object({
    page: pageNumber.optional(),
    pageSize: pageSize.optional(),
    sort: oneOf(sortable).optional(),
    order: listDirection.optional(),
    q: searchText.optional(),
    ...filters,
  });
}
