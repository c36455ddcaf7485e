import { isStaff, type Role } from "#contract/roles.ts";
import { failureAt } from "#server/platform/failure.ts";

/**
 * Refuses a new password that is too short, too long or guessed at once: one of the commonest, or the
 * person's own e-mail or name. `field` is where the screen shows it.
 */
export async function requireStrongPassword(
  password: string,
  person: { email: string; name: string; role?: Role } | null,
  field: "password" | "newPassword",
): Promise<void> {
  if (password.length < 6) throw failureAt(field, "PASSWORD_TOO_SHORT");
  if (isTooShortForStaff(password, person?.role)) throw failureAt(field, "STAFF_PASSWORD_TOO_SHORT");
  if (password.length > 128) throw failureAt(field, "PASSWORD_TOO_LONG");
  if (await isWeak(password, person)) throw failureAt(field, "PASSWORD_TOO_WEAK");
}

/** Whoever is not on the staff can lose their own account alone. */
export function isTooShortForStaff(password: string, role: Role | undefined): boolean {
  return role !== undefined && isStaff(role) && password.length < 12;
}

async function isWeak(password: string, person: { email: string; name: string } | null): Promise<boolean> {
  const text = password.normalize("NFKC").trim().toLowerCase();
  if (await isCommonPassword(text)) return true;
  if (!person) return false;
  const own = [person.email, person.email.split("@")[0]!, person.name, person.name.replace(/\s+/g, "")];
  return own.some((part) => part.trim().toLowerCase() === text);
}

/** So many are refused of those on the list that have the six characters of a password; ASVS 6.2.4 asks for 3,000. */
export const commonPasswords = 10_000;

/** One character, also by itself, or a short part again and again ("121212"); digits in their order, either way. */
const repeated = /^(.)\1*$|^(.{2,3})\2+$/u;
const inOrder = ["01234567890123456789", "98765432109876543210"];

let list: Promise<ReadonlySet<string>> | undefined;

/** Whether a password, trimmed and in lower case, is among those that are guessed first. */
async function isCommonPassword(text: string): Promise<boolean> {
  if (repeated.test(text) || inOrder.some((digits) => digits.includes(text))) return true;
  // The list is read with the first password that is set, so that a start does not wait for it.
  list ??= readList();
  return (await list).has(text);
}

async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(
    dictionary["passwords-common"].filter(({ length }) => length >= 6).slice(0, commonPasswords),
  );
}
