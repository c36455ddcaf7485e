import { counted } from "#contract/counted.ts";
import { ApiError } from "#web/api/client.ts";

const noCookies =
  "Your browser keeps no cookies for this site, and signing in needs them. Please allow them and try again.";

const shared: Record<string, string> = {
  NETWORK: "Network error. Please check your connection and try again.",
  POPUP_CLOSED: "Sign-in popup closed by user.",
  POPUP_BLOCKED: "Sign-in popup was blocked. Please allow popups for this site.",
  POPUP_CANCELLED: "Sign-in cancelled. Please try again.",
  INVALID_EMAIL: "Invalid email address format.",
  USER_DISABLED: "This account has been disabled.",
  COOKIES_OFF: noCookies,
  COOKIE_NOT_KEPT: noCookies,
  // What another service's sign-in ends with, as the library names it.
  access_denied: "Sign-in cancelled. Please try again.",
  account_not_linked:
    "An account with this email exists already. Please sign in the way you did before, or use 'Forgot Password'.",
  state_mismatch:
    "This took too long, or your browser keeps no cookies for this site, which signing in needs. Please try again.",
  email_not_found: "This service did not tell us your email. Please use your email and a password.",
};

const code = {
  INVALID_CODE: "This code is not right, or was used already. Please try the next one.",
  CODE_EXPIRED: "This took too long, or too many tries. Please sign in again.",
  INVALID_PASSKEY: "This passkey is not known here any more. Please sign in another way.",
};

const login: Record<string, string> = {
  ...shared,
  ...code,
  USER_NOT_FOUND: "No account found with this email address.",
  INVALID_PASSWORD: "Incorrect password. Please try again.",
  TOO_MANY_REQUESTS: "Too many failed login attempts. Please try again later.",
  STAFF_PASSWORD_TOO_SHORT:
    "The password of someone on the staff must be at least 12 characters. Use 'Forgot Password' to set a new one.",
};

const register: Record<string, string> = {
  ...shared,
  COOKIE_NOT_KEPT:
    "You have an account, but your browser keeps no cookies for this site, and signing in needs them. Please allow them, then log in.",
  USER_ALREADY_EXISTS: "This email is already in use. Please try another one.",
  PASSWORD_TOO_SHORT: "Password must be at least 6 characters",
  STAFF_PASSWORD_TOO_SHORT: "The password of someone on the staff must be at least 12 characters",
  PASSWORD_TOO_WEAK: "Password is too weak. Please use a stronger password.",
  PASSWORD_TOO_LONG: "Password must be at most 128 characters",
  EMAIL_PASSWORD_SIGN_UP_DISABLED: "Email/password registration is not enabled.",
};

const reset: Record<string, string> = {
  USER_NOT_FOUND: "No user found with this email address.",
  INVALID_EMAIL: "Please enter a valid email address.",
};

/** The documented text of the sign-in screen for what the identity provider answered. */
export function loginMessage(error: unknown): string {
  return textOf(login, error, "An error occurred during login. Please try again.");
}

export function registerMessage(error: unknown): string {
  return textOf(register, error, "An error occurred during registration. Please try again.");
}

export function resetMessage(error: unknown): string {
  return textOf(reset, error, "An unexpected error occurred. Please try again later.");
}

/** A reset link that was used or is too old. */
export const spentLink = "This link has expired or was already used. Please ask for a new one.";

/** Setting the new password: the register texts apply. */
export function newPasswordMessage(error: unknown): string {
  const texts = {
    ...register,
    INVALID_TOKEN: spentLink,
  };
  return textOf(texts, error, "An unexpected error occurred. Please try again later.");
}

/** Changing the password on the profile. */
export function changePasswordMessage(error: unknown): string {
  const texts = {
    ...register,
    INVALID_PASSWORD: "Incorrect password. Please try again.",
    TOO_MANY_REQUESTS: "Too many failed login attempts. Please try again later.",
    CONFLICT: "This account has no password yet. Use 'Forgot Password' to set one.",
  };
  return textOf(texts, error, "An unexpected error occurred. Please try again later.");
}

function textOf(texts: Record<string, string>, error: unknown, other: string): string {
  if (!(error instanceof ApiError)) return other;
  return serversOwn.has(error.code) ? error.message : (texts[error.code] ?? other);
}

/**
 * Codes of which the server's text stands: one for unknown e-mail and wrong password is a setting of it, and what became
 * stale differs from call to call.
 */
const serversOwn = new Set(["INVALID_EMAIL_OR_PASSWORD", "STALE_VERSION"]);

/** What is wrong with a password that is typed twice, by field name. */
export function passwordProblems(password = "", confirmation = ""): Record<string, string> {
  if (password.length < 6) return { password: "Password must be at least 6 characters" };
  if (password !== confirmation) return { confirmPassword: "Passwords do not match" };
  return {};
}

export const backupCodesAreLeft = (count: number): string =>
  `${counted(count, "backup code")} ${count === 1 ? "is" : "are"} left.`;
