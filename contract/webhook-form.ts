import { z } from "zod";
import { webhookEvents } from "./webhook-events.ts";

const lowBalanceMessage = "Please enter a whole number of credits from 0 to 10,000.";

const fields = {
  url: z
    .string("Please enter an address.")
    .trim()
    .min(1, "Please enter an address.")
    .max(2000, "Please use at most 2,000 characters."),
  events: z
    .array(
      z.enum(webhookEvents, `Please choose from ${webhookEvents.join(", ")}.`),
      "Please choose an event.",
    )
    .min(1, "Please choose at least one event.")
    .max(20)
    .transform((events) => webhookEvents.filter((event) => events.includes(event))),
  /** A balance that falls to this or below brings balance.low. */
  lowBalance: z
    .number(lowBalanceMessage)
    .int(lowBalanceMessage)
    .min(0, lowBalanceMessage)
    .max(10_000, lowBalanceMessage),
};

export const webhookInput = z.strictObject({ ...fields, lowBalance: fields.lowBalance.default(3) });

/** What is left out stays as it stands. */
export const webhookChanges = z.strictObject(fields).partial();
