import { z } from "zod";
import { countryNamed } from "./countries.ts";
import { lineText, nameText } from "./fields.ts";

const countryInput = z
  .string("Please select a country.")
  .max(200, "Please select a country.")
  .transform((text, context) => {
    const country = countryNamed(text);
    if (country) return country;
    context.addIssue({ code: "custom", message: "Please select a country." });
    return z.NEVER;
  });

/** The billing form; it also validates the browser's. */
export const billingInput = z.object({
  customerName: nameText.min(1, "Please enter your full name."),
  address: lineText.min(1, "Please enter your address."),
  country: countryInput,
});
export type BillingInput = z.input<typeof billingInput>;
