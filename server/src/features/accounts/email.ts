import { z } from "zod";
import { failure } from "#server/platform/failure.ts";

/** An e-mail in the form that it is kept in. Throws INVALID_EMAIL. */
export function requireEmail(text: string, message?: string): string {
  const email = text.trim().toLowerCase();
  if (z.email().safeParse(email).success) return email;
  const refusal = failure("INVALID_EMAIL", message);
  throw failure("INVALID_EMAIL", refusal.message, { fields: { email: refusal.message } });
}
