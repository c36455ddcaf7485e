import { z } from "zod";
import type { ViewerRecord } from "#contract/accounts.ts";
import { plainEmail } from "#contract/entered-text.ts";
import { isStaff } from "#contract/roles.ts";
import type { UserRecord } from "#contract/users.ts";
import { isId } from "#server/db/ids.ts";
import { failure, failureAt } from "#server/platform/failure.ts";
import type { Viewer } from "#server/platform/http/viewer.ts";
import type { Platform } from "#server/platform/platform.ts";
import { findUser, saveAddress, type UserWithBalance } from "./users.repository.ts";

/** The signed-in person for the page's shell. */
export function viewerRecord({ id, name, email, role, ownRole, owesFactor, shown }: Viewer): ViewerRecord {
  return {
    _id: id,
    userName: name,
    userEmail: email,
    userRole: role,
    owesFactor,
    isStaff: isStaff(ownRole),
    profileURL: shown.profileUrl,
    userMembership: shown.membership,
    MembershipValidity: shown.membershipValidity?.toISOString() ?? null,
    currentBalance: shown.balance,
    creditsOwed: shown.debt,
  };
}

/** A person as the documented calls answer one. */
export function userRecordOf({ user, balance }: UserWithBalance): UserRecord {
  return {
    _id: user.id,
    userName: user.name,
    userEmail: user.email,
    UserEmail: user.email,
    email: user.email,
    userRole: user.role,
    aboutMe: user.aboutMe,
    profileURL: user.profileUrl,
    address: user.address,
    city: user.city,
    country: user.country,
    phone: user.phone,
    currentBalance: balance ?? 0,
    userMembership: user.membership,
    MembershipValidity: user.membershipValidity?.toISOString() ?? null,
    disabled: user.disabledAt !== null,
    version: user.version,
    createdAt: user.createdAt.toISOString(),
    updatedAt: user.updatedAt.toISOString(),
  };
}

/** A person's record. Throws 404 for an id that is malformed, unknown or erased. */
export async function readUser(platform: Platform, id: string): Promise<UserRecord> {
  const found = isId(id) ? await findUser(platform.db, id) : null;
  if (!found) throw userNotFound();
  return userRecordOf(found);
}

/** Takes the billing address of an order that stands over into the buyer's profile. */
export function keepAddress(
  { db }: Platform,
  userId: string,
  { address, country }: { address: string; country: string },
): Promise<void> {
  return saveAddress(db, userId, { address, country });
}

export function userNotFound() {
  return failure("NOT_FOUND", "User not found.");
}

/** An e-mail in the form that it is kept in. Throws INVALID_EMAIL. */
export function requireEmail(text: string, message?: string): string {
  const email = plainEmail(text);
  if (z.email().safeParse(email).success) return email;
  throw failureAt("email", "INVALID_EMAIL", message);
}
