import { z } from "zod";
import { call } from "./call.ts";
import { envelope, nameText } from "./fields.ts";
import { newPasskeyAnswer, passkeyAnswer } from "./passkey-answers.ts";
import { currentSession } from "./sessions.ts";

// The library's calls about passkeys, at its paths. Those that make a challenge are POST here, since they write.

/** A member has so many at most. */
export const maxPasskeys = 10;

const passkeyName = nameText.min(1, "Please enter a name").max(60, "Please use at most 60 characters");
const id = z.string().min(1).max(100);

export const passkeyRecord = z.object({
  _id: z.string(),
  name: z.string(),
  /** Kept by the person's password manager or account, so that it is on their other devices too. */
  isSynced: z.boolean(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
});
export type PasskeyRecord = z.output<typeof passkeyRecord>;

/** The browser's own format; read by nothing but the browser. */
const challenge = z.looseObject({ challenge: z.string() });

export const listPasskeys = call({
  method: "GET",
  path: "/api/auth/passkey/list-user-passkeys",
  access: "member",
  summary: "The own passkeys, the oldest first.",
  answer: envelope(z.array(passkeyRecord)),
  errors: [],
});

export const startPasskey = call({
  method: "POST",
  path: "/api/auth/passkey/generate-register-options",
  access: "member",
  proof: "recent",
  summary: `Begins to add a passkey: what the browser makes it from, good for five minutes. ${maxPasskeys} at most.`,
  answer: challenge,
  errors: ["FACTOR_REQUIRED", "CONFLICT"],
  rateLimit: { name: "passkey-challenges", max: 60, windowSeconds: 900, by: "user" },
});

export const addPasskey = call({
  method: "POST",
  path: "/api/auth/passkey/verify-registration",
  access: "member",
  proof: "recent",
  summary: "Adds the passkey that the browser made; it signs in without a password or a code.",
  body: z.strictObject({ name: passkeyName, response: newPasskeyAnswer }),
  answer: z.object({ id: z.string() }),
  errors: ["INVALID_INPUT", "INVALID_PASSKEY", "CODE_EXPIRED", "FACTOR_REQUIRED", "CONFLICT"],
});

export const renamePasskey = call({
  method: "POST",
  path: "/api/auth/passkey/update-passkey",
  access: "member",
  summary: "Gives one of the own passkeys another name.",
  body: z.strictObject({ id, name: passkeyName }),
  answer: z.object({ status: z.boolean() }),
  errors: ["INVALID_INPUT", "NOT_FOUND"],
});

export const removePasskey = call({
  method: "POST",
  path: "/api/auth/passkey/delete-passkey",
  access: "member",
  proof: "recent",
  summary: "Removes one of the own passkeys.",
  body: z.strictObject({ id }),
  answer: z.object({ status: z.boolean() }),
  errors: ["INVALID_INPUT", "NOT_FOUND", "FACTOR_REQUIRED"],
});

export const askForPasskey = call({
  method: "POST",
  path: "/api/auth/passkey/generate-authenticate-options",
  access: "visitor",
  summary:
    "A challenge for a passkey, good once and for five minutes: for a sign-in, or in a session for its proof.",
  answer: challenge,
  errors: [],
  rateLimit: { name: "passkey-questions", max: 300, windowSeconds: 900, by: "address" },
});

export const signInByPasskey = call({
  method: "POST",
  path: "/api/auth/passkey/verify-authentication",
  access: "visitor",
  summary: "Signs in by a passkey's answer, without a password or a code.",
  body: z.strictObject({ response: passkeyAnswer }),
  answer: currentSession,
  errors: ["INVALID_INPUT", "INVALID_PASSKEY", "CODE_EXPIRED", "USER_DISABLED"],
  rateLimit: { name: "passkeys", max: 100, windowSeconds: 900, by: "address" },
});
