import { z } from "zod";
import { plainLine } from "./entered-text.ts";
import { isStorableText } from "./fields.ts";
import { unprintable } from "./plain-text.ts";

/** Said of a field whose value is none of those that it takes. */
export const says = (sentence: string) => ({ error: sentence });

export const number = (name: string, min: number, max: number) => {
  const sentence = `${name} must be a number from ${min} to ${max}.`;
  return z.number(says(sentence)).min(min, sentence).max(max, sentence);
};

export const oneOf = <const V extends readonly [string, ...string[]]>(name: string, values: V) =>
  z.enum(values, says(`${name} must be one of ${values.join(", ")}.`));

export const flag = (name: string) => z.boolean(says(`${name} must be true or false.`));

export const colour = (name: string) => {
  const sentence = `${name} must be a colour as #rrggbb.`;
  return z.string(says(sentence)).regex(/^#[0-9a-fA-F]{6}$/, sentence);
};

/** Fields that are not known here are refused by their names, so that nothing is lost in silence. */
export function fields<const S extends z.ZodRawShape>(of: string, shape: S) {
  return z.strictObject(shape, {
    error: ({ code, keys }) =>
      code === "unrecognized_keys"
        ? `${of} has no field ${(keys as string[]).map(quoted).join(", ")}.`
        : `${of} must be an object.`,
  });
}

/** What was sent in place of a name. An object may have no text: one that was sent can say itself what `toString` is. */
export const quoted = (value: unknown) =>
  JSON.stringify((typeof value === "object" ? "an object" : String(value)).slice(0, 50));

export const printable = (name: string) =>
  z
    .string(says(`${name} must be a text.`))
    .refine(
      (text) => isStorableText(text) && !unprintable.test(text),
      `${name} must have no control characters.`,
    );

/** By which a picture or a reference is named. */
export const rowId = (name: string) =>
  z
    .string(says(`${name} must be an id.`))
    .min(1)
    .max(200);

/** A design's name, and a layer's. */
export const designName = (name: string) =>
  printable(name)
    .overwrite(plainLine)
    .trim()
    .min(1, `${name} must have 1 to 100 characters.`)
    .max(100, `${name} must have 1 to 100 characters.`);

/** For a part whose kind is missing or unknown. */
export function kindSentence(of: string, known: string, input: unknown): string {
  const kind = (input as { kind?: unknown } | null | undefined)?.kind;
  return kind === undefined
    ? `${of} needs a kind: one of ${known}.`
    : `${of} has no kind ${quoted(kind)}; it is one of ${known}.`;
}
