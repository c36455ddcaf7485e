import type { ErrorCode } from "#contract/errors.ts";

/** What any call can be answered, besides its own errors. */
export const everyCallsErrors: readonly ErrorCode[] = [
  "INVALID_INPUT",
  "MALFORMED_REQUEST",
  "UNAUTHENTICATED",
  "KEY_INVALID",
  "SCOPE_MISSING",
  "KEY_NOT_ACCEPTED",
  "NOT_FOUND",
  "METHOD_NOT_ALLOWED",
  "REQUEST_TIMEOUT",
  "TOO_LARGE",
  "UNSUPPORTED_TYPE",
  "TOO_MANY_REQUESTS",
  "INTERNAL",
  "UNAVAILABLE",
];

/** What a program does about it. */
const advice: Partial<Record<ErrorCode, string>> = {
  INVALID_INPUT: "Mend what fields names; sending the same again changes nothing.",
  MALFORMED_REQUEST: "Send valid JSON in UTF-8.",
  UNAUTHENTICATED: "No key has arrived: send Authorization: Bearer, and the key.",
  KEY_INVALID: "Stop, and make a new key. Sending on uses up what your address may send.",
  INSUFFICIENT_CREDITS: "Stop until credits were bought. GET /api/credits/balance tells how many there are.",
  SCOPE_MISSING: "Make a key with the scope that the message names.",
  KEY_NOT_ACCEPTED:
    "Use another call, or no key where the call is public. What concerns money, the account or its keys is for its person alone.",
  NOT_FOUND: "Check the id. What belongs to somebody else is answered in the same way.",
  METHOD_NOT_ALLOWED: "Use a method that the header Allow names.",
  REQUEST_TIMEOUT: "Send it again.",
  CONFLICT: "Read the message: what is there now does not allow it.",
  STALE_VERSION: "data holds what stands now. Make your change on that, and send its version.",
  TOO_LARGE: "Send less; the limits are above. 431 where it is the headers.",
  UNSUPPORTED_TYPE:
    "Send application/json, and multipart/form-data where a file is sent, without Content-Encoding.",
  COST_CHANGED: "Nothing was taken. Send the cost that data names, or none to take it as it stands.",
  TITLE_REQUIRED: "Send a title that is not blank.",
  TOO_MANY_REQUESTS:
    "Wait as many seconds as Retry-After says, then send it again with the same Idempotency-Key.",
  INTERNAL: "Send it again later with the same Idempotency-Key. If it stays, write to us with the requestId.",
  PROVIDER_FAILED: "Send it again later. Nothing was taken.",
  UNAVAILABLE: "Wait as many seconds as Retry-After says, else a minute, and send it again.",
  SPENDING_LIMIT: "The shop makes no more pictures today. Send it again tomorrow; nothing was taken.",
  NO_KEYS: "The image model is used up for now. Send it again later; nothing was taken.",
};

export const adviceOf = (code: ErrorCode): string => advice[code] ?? "";
