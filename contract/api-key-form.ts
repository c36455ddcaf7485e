import { z } from "zod";
import { nameText } from "./fields.ts";
import { keyLifetimes } from "./key-lifetimes.ts";
import { scopes } from "./scopes.ts";
export const keyInput = z.strictObject({
  name: nameText.min(1, "Please enter a name.").max(60, "Please use at most 60 characters."),
  expiresInDays: z.literal(keyLifetimes, "Please choose 30, 90 or 365 days, or never.").nullish(),
  scopes: z
    .array(z.enum(scopes, `A scope is one of ${scopes.join(", ")}.`), "Please choose what the key opens.")
    .min(1, "Please choose what the key opens.")
    .max(scopes.length, "Please choose each scope once.")
    .refine((chosen) => new Set(chosen).size === chosen.length, "Please choose each scope once."),
});
