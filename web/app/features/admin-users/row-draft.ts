import { z } from "zod";
import { lineText, nameText } from "#contract/fields.ts";
import { membershipLevels, roles } from "#contract/roles.ts";
import { dayTyped } from "#web/ui/date-range.tsx";

const wrongBalance = "Please enter a whole number from 0 to 1,000,000";

/** What an edited row holds: texts as they are typed, until they are sent. */
export const rowDraft = z
  .object({
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
    /** The last day in UTC; blank for no end. */
    MembershipValidity: z.string().trim(),
  })
  .refine(
    ({ userMembership, MembershipValidity: day }) =>
      userMembership === "free" || day === "" || dayTyped(day) !== null,
    { path: ["MembershipValidity"], message: "Please enter the membership's last day as dd/mm/yyyy" },
  );
export type RowDraft = z.output<typeof rowDraft>;
