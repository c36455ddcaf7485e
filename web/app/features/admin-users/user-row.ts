import type { z } from "zod";
import { membershipLevels, roles } from "#contract/roles.ts";
import type { UserRecord, updateUser } from "#contract/users.ts";
import type { RowDraft } from "#web/features/admin-users/row-draft.ts";
import { dayTyped } from "#web/ui/date-range.tsx";
import { dayText } from "#web/ui/formatted-date.tsx";
import { optionsOf } from "#web/ui/options.ts";

export const roleChoices = optionsOf(roles);
export const membershipChoices = optionsOf(membershipLevels);

/** Null: nobody is edited. */
export function draftOf(user: UserRecord | null): RowDraft {
  return {
    userName: user?.userName ?? "",
    currentBalance: String(user?.currentBalance ?? 0),
    reason: "",
    userRole: user?.userRole ?? "member",
    userMembership: user?.userMembership ?? "free",
    MembershipValidity: user && user.userMembership !== "free" ? dayText(user.MembershipValidity ?? "") : "",
  };
}

/** The amount that "+15" or "-3" books; null for a balance that is set. */
export function amountOf(typed: string): number | null {
  return /^[+-]\d+$/.test(typed.trim()) ? Number(typed) : null;
}

type Changes = z.input<typeof updateUser.body>;

/** Whether a balance is changed without saying why. */
export function lacksReason({ currentBalance, balanceChange, reason }: Changes): boolean {
  return (currentBalance !== undefined || balanceChange !== undefined) && !reason;
}

export const isBalanceTyped = (opened: UserRecord, draft: RowDraft): boolean =>
  draft.currentBalance.trim() !== String(opened.currentBalance);

/** What of a draft is checked. A balance that nobody typed may be more than an admin can set. */
export function checkedPart(opened: UserRecord, draft: RowDraft): RowDraft {
  return isBalanceTyped(opened, draft) ? draft : { ...draft, currentBalance: "0" };
}

/** A typed day counts whole; one that was left alone ends at its hour. */
function endOf(opened: UserRecord, { MembershipValidity: day }: RowDraft): string | null {
  if (day.trim() === "") return null;
  const isLeft = day === draftOf(opened).MembershipValidity;
  return isLeft ? opened.MembershipValidity : `${dayTyped(day)}T23:59:59.999Z`;
}

/**
 * Only the fields changed since the row was opened. Where payments and runs change a field too, `expected` holds the
 * value that the admin saw, and the server refuses a stale one.
 */
export function changesOf(opened: UserRecord, draft: RowDraft): Changes {
  const changes: Changes = {};
  const { currentBalance, userMembership, MembershipValidity } = opened;
  if (draft.userName.trim() !== opened.userName) changes.userName = draft.userName;
  if (isBalanceTyped(opened, draft)) {
    const amount = amountOf(draft.currentBalance);
    if (amount === null) {
      changes.currentBalance = Number(draft.currentBalance);
      changes.expected = { currentBalance };
    } else if (amount !== 0) changes.balanceChange = amount;
    if (draft.reason.trim()) changes.reason = draft.reason.trim();
  }
  if (draft.userRole !== opened.userRole) changes.userRole = draft.userRole;
  const isPaid = draft.userMembership !== "free";
  const end = isPaid ? endOf(opened, draft) : null;
  if (draft.userMembership !== userMembership || (isPaid && end !== MembershipValidity)) {
    changes.userMembership = draft.userMembership;
    if (isPaid) changes.MembershipValidity = end;
    changes.expected = { ...changes.expected, userMembership, MembershipValidity };
  }
  return changes;
}
