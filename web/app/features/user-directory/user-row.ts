import type { z } from "zod";
import { membershipLevels, roles } from "#contract/roles.ts";
import type { UserRecord, updateUser } from "#contract/users.ts";

/** What an edited row holds: texts as they are typed, until they are sent. */
export interface RowDraft {
  userName: string;
  currentBalance: string;
  reason: string;
  userRole: UserRecord["userRole"];
  userMembership: UserRecord["userMembership"];
}

export const roleChoices = roles.map((role) => ({ value: role, label: role }));
export const membershipChoices = membershipLevels.map((level) => ({ value: level, label: level }));

export function draftOf(user: UserRecord): RowDraft {
  return {
    userName: user.userName,
    currentBalance: String(user.currentBalance),
    reason: "",
    userRole: user.userRole,
    userMembership: user.userMembership,
  };
}

type Changes = z.input<typeof updateUser.body>;

/**
 * Only what was changed: an untouched balance is not sent, so that renaming somebody gives back no credit that was
 * spent meanwhile.
 */
export function changesOf(user: UserRecord, draft: RowDraft): Changes {
  const changes: Changes = {};
  if (draft.userName.trim() !== user.userName) changes.userName = draft.userName;
  if (draft.currentBalance.trim() !== String(user.currentBalance)) {
    changes.currentBalance = Number(draft.currentBalance);
    if (draft.reason.trim()) changes.reason = draft.reason.trim();
  }
  if (draft.userRole !== user.userRole) changes.userRole = draft.userRole;
  if (draft.userMembership !== user.userMembership) changes.userMembership = draft.userMembership;
  return changes;
}

/** What is wrong with a draft, or null. */
export function problemOf(draft: RowDraft): string | null {
  if (!draft.userName.trim()) return "Please enter a name";
  if (!/^\d{1,7}$/.test(draft.currentBalance.trim()) || Number(draft.currentBalance) > 1_000_000) {
    return "Please enter a whole number from 0 to 1,000,000";
  }
  return null;
}
