import { failure } from "#server/platform/failure.ts";
import { isCommonPassword } from "./common-passwords.ts";

/**
 * Refuses a new password that is too short, too long or guessed at once: one of the commonest, or the
 * person's own e-mail or name. `field` is where the screen shows it.
 */
export async function requireStrongPassword(
  password: string,
  person: { email: string; name: string } | null,
  field: "password" | "newPassword",
): Promise<void> {
  if (password.length < 6) throw refusal("PASSWORD_TOO_SHORT", field);
  if (password.length > 128) throw refusal("PASSWORD_TOO_LONG", field);
  if (await isWeak(password, person)) throw refusal("PASSWORD_TOO_WEAK", field);
}

async function isWeak(password: string, person: { email: string; name: string } | null): Promise<boolean> {
  const text = password.normalize("NFKC").trim().toLowerCase();
  if (await isCommonPassword(text)) return true;
  if (!person) return false;
  const own = [person.email, person.email.split("@")[0]!, person.name, person.name.replace(/\s+/g, "")];
  return own.some((part) => part.trim().toLowerCase() === text);
}

function refusal(code: "PASSWORD_TOO_SHORT" | "PASSWORD_TOO_LONG" | "PASSWORD_TOO_WEAK", field: string) {
  const { message } = failure(code);
  return failure(code, message, { fields: { [field]: message } });
}
