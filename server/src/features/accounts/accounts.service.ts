import type { ViewerRecord } from "#contract/accounts.ts";
import type { Platform } from "#server/platform/platform.ts";
import { findUserWithBalance } from "./accounts.repository.ts";

/** The signed-in person for the page's shell; null where the row is gone. */
export async function viewerRecord(platform: Pick<Platform, "db">, userId: string): Promise<ViewerRecord | null> {
  const found = await findUserWithBalance(platform.db, userId);
  if (!found) return null;
  const { user } = found;
  return {
    _id: user.id,
    userName: user.name,
    userEmail: user.email,
    userRole: user.role,
    profileURL: user.profileUrl,
    userMembership: user.membership,
    MembershipValidity: user.membershipValidity?.toISOString() ?? null,
    currentBalance: found.balance ?? 0,
  };
}
