import { z } from "zod";
import { federatedNames } from "./accounts.ts";
import { call, proofMinutes } from "./call.ts";
import { plainCode, plainEmail } from "./entered-text.ts";
import { enteredPassword, envelope, nameText, passwordText, recordVersion } from "./fields.ts";
import { passkeyAnswer } from "./passkey-answers.ts";
import { currentSession, identitySession, identityUser, signedIn } from "./sessions.ts";

// The identity provider's own calls, with the library's paths, payloads and answers. What the library offers beside
// them is not mounted. Addresses stay plain text here, so that a bad one is answered with its own code.

const emailField = z.string().overwrite(plainEmail).max(254, "Invalid email address format.");

/** Of an authenticator, or one of those for the day it is lost. Blanks in it are how people read it. */
const codeField = z
  .string()
  .overwrite(plainCode)
  .min(1, "Please enter a code")
  .max(50, "A code has at most 50 characters");

const status = z.object({ status: z.boolean() });

export const signUp = call({
  method: "POST",
  path: "/api/auth/sign-up/email",
  access: "visitor",
  summary: "Makes an account with its user record and balance, and signs the person in.",
  body: z.object({
    name: nameText.min(1, "Please enter your full name"),
    email: emailField,
    password: passwordText,
    /** The version of the terms that was shown, or true for the one that stands. It is kept with its time. */
    termsAccepted: z.union([z.boolean(), recordVersion]).optional(),
    rememberMe: z.boolean().optional(),
  }),
  answer: signedIn,
  errors: [
    "INVALID_INPUT",
    "INVALID_EMAIL",
    "PASSWORD_TOO_SHORT",
    "PASSWORD_TOO_LONG",
    "PASSWORD_TOO_WEAK",
    "USER_ALREADY_EXISTS",
    "STALE_VERSION",
    "TOO_MANY_REQUESTS",
  ],
  rateLimit: { name: "sign-up", max: 20, windowSeconds: 3600, by: "address" },
});

export const signIn = call({
  method: "POST",
  path: "/api/auth/sign-in/email",
  access: "visitor",
  summary: "Signs in with e-mail and password.",
  body: z.object({ email: emailField, password: enteredPassword, rememberMe: z.boolean().optional() }),
  answer: z.union([
    z.object({ redirect: z.boolean(), token: z.string(), user: identityUser }),
    // Whoever has a second factor is signed in by its code, within ten minutes.
    z.object({ twoFactorRedirect: z.literal(true) }),
  ]),
  errors: [
    "INVALID_INPUT",
    "INVALID_EMAIL",
    "USER_NOT_FOUND",
    "INVALID_PASSWORD",
    "INVALID_EMAIL_OR_PASSWORD",
    "PASSWORD_TOO_LONG",
    "STAFF_PASSWORD_TOO_SHORT",
    "USER_DISABLED",
    "TOO_MANY_REQUESTS",
  ],
});

export const signOut = call({
  method: "POST",
  path: "/api/auth/sign-out",
  access: "visitor",
  summary: "Ends the session on the server.",
  answer: z.object({ success: z.boolean() }),
  errors: [],
});

export const getSession = call({
  method: "GET",
  path: "/api/auth/get-session",
  access: "visitor",
  summary: "The session and its person, or null.",
  answer: currentSession.nullable(),
  errors: [],
});

export const requestPasswordReset = call({
  method: "POST",
  path: "/api/auth/request-password-reset",
  access: "visitor",
  summary: "Mails a link that sets a new password, once, within an hour.",
  body: z.object({
    email: emailField,
    /** A page of the shop that the person was on the way to; anything else is left out. */
    from: z.string().max(2048).optional(),
  }),
  answer: z.object({ status: z.boolean(), message: z.string() }),
  errors: ["INVALID_INPUT", "INVALID_EMAIL", "USER_NOT_FOUND", "TOO_MANY_REQUESTS"],
  rateLimit: { name: "reset-request", max: 60, windowSeconds: 3600, by: "address" },
});

export const checkResetLink = call({
  method: "GET",
  path: "/api/auth/reset-password",
  access: "visitor",
  summary: "Whether a reset link still sets a password; it is not used up by this.",
  query: z.object({ token: z.string().max(500) }),
  answer: status,
  errors: ["INVALID_INPUT", "INVALID_TOKEN"],
});

export const resetPassword = call({
  method: "POST",
  path: "/api/auth/reset-password",
  access: "visitor",
  summary:
    "Sets a new password with the token of a reset link; all sessions end, and unless they are to be kept keys do and webhooks are switched off.",
  body: z.object({
    newPassword: passwordText,
    token: z.string().max(500).optional(),
    /** Whether the account's keys for programs and its webhooks stay; without it keys end, and webhooks are switched off. */
    keepKeys: z.boolean().optional(),
  }),
  query: z.object({ token: z.string().max(500).optional() }),
  answer: status,
  errors: [
    "INVALID_INPUT",
    "INVALID_TOKEN",
    "PASSWORD_TOO_SHORT",
    "STAFF_PASSWORD_TOO_SHORT",
    "PASSWORD_TOO_LONG",
    "PASSWORD_TOO_WEAK",
    "TOO_MANY_REQUESTS",
  ],
  rateLimit: { name: "reset", max: 60, windowSeconds: 3600, by: "address" },
});

export const changePassword = call({
  method: "POST",
  path: "/api/auth/change-password",
  access: "member",
  summary: "Changes the own password; every other session ends.",
  body: z.object({
    currentPassword: enteredPassword,
    newPassword: passwordText,
    revokeOtherSessions: z.boolean().optional(),
  }),
  answer: signedIn,
  errors: [
    "INVALID_INPUT",
    "INVALID_PASSWORD",
    "PASSWORD_TOO_SHORT",
    "STAFF_PASSWORD_TOO_SHORT",
    "PASSWORD_TOO_LONG",
    "PASSWORD_TOO_WEAK",
    "CONFLICT",
    "TOO_MANY_REQUESTS",
  ],
});

export const stepUp = call({
  method: "POST",
  path: "/api/auth/step-up",
  access: "member",
  summary: `Proves by the password, an authenticator's code or a passkey's answer who sits at this session; for ${proofMinutes} minutes that counts where a call asks for it.`,
  body: z
    .strictObject({
      password: enteredPassword.optional(),
      code: codeField.optional(),
      passkey: passkeyAnswer.optional(),
    })
    .refine((given) => Object.values(given).filter((each) => each !== undefined).length === 1, {
      path: ["password"],
      error: "Please enter either your password or a code",
    }),
  answer: status,
  errors: [
    "INVALID_INPUT",
    "INVALID_PASSWORD",
    "INVALID_CODE",
    "INVALID_PASSKEY",
    "CODE_EXPIRED",
    "CONFLICT",
    "TOO_MANY_REQUESTS",
  ],
});

const byPassword = z.strictObject({ password: enteredPassword });

export const getFactors = call({
  method: "GET",
  path: "/api/auth/factors",
  access: "member",
  summary:
    "Whether signing in takes an authenticator's code as well, how many backup codes are left, and how many passkeys there are.",
  answer: envelope(
    z.object({ totp: z.boolean(), backupCodesLeft: z.number().int(), passkeys: z.number().int() }),
  ),
  errors: [],
});

export const enableTotp = call({
  method: "POST",
  path: "/api/auth/two-factor/enable",
  access: "member",
  summary: "Begins to set up an authenticator; it counts once a first code of it was right.",
  body: byPassword,
  answer: z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) }),
  errors: ["INVALID_INPUT", "INVALID_PASSWORD", "FACTOR_REQUIRED", "CONFLICT", "TOO_MANY_REQUESTS"],
});

const signedInByCode = z.object({ token: z.string(), user: identityUser });

export const verifyTotp = call({
  method: "POST",
  path: "/api/auth/two-factor/verify-totp",
  access: "visitor",
  summary: "An authenticator's code: ends a sign-in, or the setting up.",
  body: z.strictObject({ code: codeField }),
  answer: signedInByCode,
  errors: [
    "INVALID_INPUT",
    "INVALID_CODE",
    "CODE_EXPIRED",
    "USER_DISABLED",
    "FACTOR_REQUIRED",
    "CONFLICT",
    "TOO_MANY_REQUESTS",
  ],
  rateLimit: { name: "codes", max: 100, windowSeconds: 900, by: "address" },
});

export const verifyBackupCode = call({
  method: "POST",
  path: "/api/auth/two-factor/verify-backup-code",
  access: "visitor",
  summary: "Ends a sign-in by a code for the day the authenticator is lost. Each works once.",
  body: z.strictObject({ code: codeField }),
  answer: signedInByCode,
  errors: ["INVALID_INPUT", "INVALID_CODE", "CODE_EXPIRED", "USER_DISABLED", "CONFLICT", "TOO_MANY_REQUESTS"],
  rateLimit: { name: "codes", max: 100, windowSeconds: 900, by: "address" },
});

export const makeBackupCodes = call({
  method: "POST",
  path: "/api/auth/two-factor/generate-backup-codes",
  access: "member",
  summary: "New backup codes; the ones of before end.",
  body: byPassword,
  answer: z.object({ backupCodes: z.array(z.string()) }),
  errors: ["INVALID_INPUT", "INVALID_PASSWORD", "CONFLICT", "TOO_MANY_REQUESTS"],
});

export const disableTotp = call({
  method: "POST",
  path: "/api/auth/two-factor/disable",
  access: "member",
  summary: "Signing in takes the password alone again.",
  body: byPassword,
  answer: status,
  errors: ["INVALID_INPUT", "INVALID_PASSWORD", "CONFLICT", "TOO_MANY_REQUESTS"],
});

export const listSessions = call({
  method: "GET",
  path: "/api/auth/list-sessions",
  access: "member",
  summary: "The own sessions. Their tokens are worth nothing without the shop's signature.",
  answer: z.array(identitySession),
  errors: [],
});

export const revokeSession = call({
  method: "POST",
  path: "/api/auth/revoke-session",
  access: "member",
  summary: "Ends one of the own sessions.",
  body: z.object({ token: z.string().min(1).max(500) }),
  answer: status,
  errors: ["INVALID_INPUT"],
});

export const revokeSessions = call({
  method: "POST",
  path: "/api/auth/revoke-sessions",
  access: "member",
  summary: "Ends all own sessions, this one too.",
  answer: status,
  errors: [],
});

export const revokeOtherSessions = call({
  method: "POST",
  path: "/api/auth/revoke-other-sessions",
  access: "member",
  summary: "Ends all own sessions but this one.",
  answer: status,
  errors: [],
});

export const signInFederated = call({
  method: "POST",
  path: "/api/auth/sign-in/social",
  access: "visitor",
  summary: "The address of another service's sign-in page, for a popup; 404 where none is configured.",
  body: z.object({
    provider: z.enum(federatedNames),
    /** The version of the terms that was shown, else the one that stands. It is kept of whoever gets an account by this. */
    termsAccepted: recordVersion.optional(),
  }),
  answer: z.object({ url: z.string(), redirect: z.boolean() }),
  errors: ["INVALID_INPUT", "NOT_FOUND", "STALE_VERSION"],
  rateLimit: { name: "sign-in-federated", max: 100, windowSeconds: 3600, by: "address" },
});

/** Where the popup ends; `error` in its query says why it failed. */
export const federatedEndPath = "/signed-in";

export const federatedCallback = call({
  method: "GET",
  path: "/api/auth/callback/{provider}",
  access: "visitor",
  summary: "Where the other service sends the popup back to; redirects to /signed-in.",
  params: z.object({ provider: z.enum(federatedNames) }),
  answer: z.unknown(),
  status: 302,
  answerKind: "file",
  errors: ["NOT_FOUND"],
});
