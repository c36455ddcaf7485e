import { z } from "zod";
import { keyInput } from "./api-key-form.ts";
import { call } from "./call.ts";
import { plainCode } from "./entered-text.ts";
import { acknowledged, envelope, idParams } from "./fields.ts";
import { scopes } from "./scopes.ts";

/** Of one member, those that have expired not counted. */
export const mostKeys = 10;

/** For so long an expired key stays in the list, in days, so that its member sees why a program stopped. */
export const expiredKeyDays = 30;

/** `ts_` and 256 random bits as base64url. */
export const keyPattern = /^ts_[A-Za-z0-9_-]{43}$/;

/** Calls of one key, whatever it opens. */
export const keyLimit = { name: "key", max: 60, windowSeconds: 60, by: "user" } as const;

/** Requests of one address whose key opens nothing. */
export const wrongKeysLimit = { name: "wrong-key", max: 60, windowSeconds: 900, by: "address" } as const;

export const apiKeyRecord = z.object({
  id: z.string(),
  name: z.string(),
  /** What the key begins with, to tell it from others; the rest is told once. */
  start: z.string(),
  scopes: z.array(z.enum(scopes)),
  createdAt: z.string(),
  /** Null: it does not expire. */
  expiresAt: z.string().nullable(),
  /** It opens nothing any more. */
  expired: z.boolean(),
  /** To the minute; null where it was never used. */
  lastUsedAt: z.string().nullable(),
});
export type KeyRecord = z.output<typeof apiKeyRecord>;

export const listKeys = call({
  method: "GET",
  path: "/api/keys",
  access: "member",
  summary: "The own keys for programs, newest first. What a key is itself was told when it was made.",
  answer: envelope(z.array(apiKeyRecord)),
  errors: [],
});

export const makeKey = call({
  method: "POST",
  path: "/api/keys",
  access: "member",
  proof: "recent",
  summary: `Makes a key for programs, told once as \`data.key\`. ${mostKeys} at most.`,
  body: keyInput,
  answer: envelope(apiKeyRecord.extend({ key: z.string() })),
  status: 201,
  errors: ["INVALID_INPUT", "CONFLICT"],
});

export const deleteKey = call({
  method: "DELETE",
  path: "/api/keys/{id}",
  access: "member",
  summary: "Revokes one of the own keys: it opens nothing from now on.",
  params: idParams,
  answer: acknowledged,
  errors: ["NOT_FOUND"],
});

export const revokeKey = call({
  method: "POST",
  path: "/api/keys/revoke",
  access: "visitor",
  summary: "Revokes the key that is sent, for whoever finds one in public. 204 whether there was one or not.",
  body: z.strictObject({
    key: z
      .string("Please send the key.")
      .overwrite(plainCode)
      .min(1, "Please send the key.")
      .max(200, "This is no key."),
  }),
  answer: z.undefined(),
  status: 204,
  errors: ["INVALID_INPUT"],
  rateLimit: { name: "revoke-key", max: 60, windowSeconds: 900, by: "address" },
});
