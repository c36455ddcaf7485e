import { z } from "zod";
import { call } from "./call.ts";
import { acknowledged } from "./fields.ts";

const message = "Please name each entry once.";

/**
 * A new order of a list in one call. The entries named take the places that they hold together in the order given;
 * entries that are not named keep theirs, so that a page of a long list can be ordered by itself.
 */
export function orderCall<const P extends string>(path: P, what: string) {
  return call({
    method: "PUT",
    path: `${path}/order`,
    access: "admin",
    proof: "session",
    summary: `Puts ${what} in the order of the ids; those that are not named keep their places.`,
    body: z.strictObject({
      ids: z
        .array(z.string().max(200))
        .min(1, message)
        .max(1000, message)
        .refine((ids) => new Set(ids).size === ids.length, message),
    }),
    answer: acknowledged,
    errors: ["INVALID_INPUT", "NOT_FOUND"],
  });
}
