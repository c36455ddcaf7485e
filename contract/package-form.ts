import { z } from "zod";
import { amountProblem, enteredToPrice } from "./entered-amount.ts";
import { emailText, lineText, nameText, oneOf } from "./fields.ts";
import { type PointName, pointNames } from "./package-offer.ts";
import { membershipLevels } from "./roles.ts";

/** A price as it is entered: a number or a text with at most two decimals. Parsed to minor units. */
export const priceInput = z
  .union([z.number(), z.string()], "Please enter a price.")
  .transform((value, context) => {
    const minor = enteredToPrice(value);
    if (minor !== null) return minor;
    context.addIssue({
      code: "custom",
      message: amountProblem(value, "Please enter a price from 0.01 to 99,999.99 with at most two decimals."),
    });
    return z.NEVER;
  });

const wholeMessage = (name: string, max: number) =>
  `${name} must be a whole number from 0 to ${max.toLocaleString("en-US")}.`;

/** A whole number that may come as a text, as forms send it. */
function wholeInput(name: string, max: number) {
  const message = wholeMessage(name, max);
  return z
    .union(
      [
        z.number(),
        z
          .string()
          .trim()
          .regex(/^\d{1,9}$/, message)
          .transform(Number),
      ],
      message,
    )
    .pipe(z.number(message).int(message).min(0, message).max(max, message));
}

/** As forms send one that need not be given: blank is as good as absent. */
function optionalWhole(name: string, max: number) {
  const blank = z
    .string()
    .regex(/^\s*$/)
    .transform(() => undefined);
  return z.union([blank, wholeInput(name, max)], wholeMessage(name, max)).optional();
}

export const packagePoints = z.object(
  Object.fromEntries(pointNames.map((name) => [name, lineText])) as Record<PointName, typeof lineText>,
);

/** The form of a package. In an edit, what is absent stays. */
export const packageInput = packagePoints.partial().extend({
  packageName: nameText.min(1, "Please enter a package name."),
  price: priceInput,
  credit: wholeInput("Credit", 1_000_000),
  validity: optionalWhole("Validity", 3650),
  membershipLevel: oneOf(membershipLevels).optional(),
  order: optionalWhole("Order", 1_000_000),
  sellerEmail: z.union([z.literal(""), emailText], "Please enter a valid email address.").optional(),
});
