import type { z } from "zod";
import { membershipLevels, roles } from "#contract/roles.ts";
import type { UserRecord, updateUser } from "#contract/users.ts";
import type { RowDraft } from "#web/features/admin-users/row-draft.ts";
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
    MembershipValidity: user?.MembershipValidity ?? null,
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
  if (draft.userMembership !== userMembership) {
    changes.userMembership = draft.userMembership;
    changes.expected = { ...changes.expected, userMembership, MembershipValidity };
  }
  return changes;
}
