import { z } from "zod";
import { lineText, nameText } from "#contract/fields.ts";
import { membershipLevels, roles } from "#contract/roles.ts";

const wrongBalance = "Please enter a whole number from 0 to 1,000,000";

/** What an edited row holds: texts as they are typed, until they are sent. */
export const rowDraft = z.object({
  userName: nameText.min(1, "Please enter a name"),
  /** A number sets the balance; one with a sign is an amount to be booked. */
  currentBalance: z
    .string()
    .trim()
    .regex(/^[+-]?\d{1,7}$/, wrongBalance)
    .refine((text) => Math.abs(Number(text)) <= 1_000_000, wrongBalance),
  reason: lineText,
  userRole: z.enum(roles),
  userMembership: z.enum(membershipLevels),
  /** Not edited here; sent as the value that was seen when the level was changed. */
  MembershipValidity: z.string().nullable(),
});
export type RowDraft = z.output<typeof rowDraft>;
