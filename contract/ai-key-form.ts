import { z } from "zod";
import { plainLine } from "./entered-text.ts";

const required = "Name and key are required";
export const keyName = z
  .string(required)
  .overwrite(plainLine)
  .trim()
  .min(1, required)
  .max(200, "Please use at most 200 characters.");
/** Printable ASCII without blanks: it travels in a header. */
export const keyText = z
  .string(required)
  .overwrite(plainLine)
  .trim()
  .min(1, required)
  .max(500, "Please use at most 500 characters.")
  .regex(/^[\x21-\x7e…]+$/, "A key has no blanks and no special characters.");

/** The form of a key. */
export const aiKeyForm = z.object({
  name: keyName,
  key: keyText,
  isActive: z.boolean().optional().default(true),
});
