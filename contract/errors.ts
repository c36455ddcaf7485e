/**
 * Every code that an answer can carry in `code`, with its HTTP status and the text that stands in for a more
 * precise one. A service may give its own message (the documents fix many), never its own status.
 */
export const errorTable = {
  INVALID_INPUT: { status: 400, message: "Please check the highlighted fields." },
  MALFORMED_REQUEST: { status: 400, message: "The request could not be read." },
  UNAUTHENTICATED: { status: 401, message: "Please log in to continue." },
  KEY_INVALID: { status: 401, message: "This key is unknown, has expired or was revoked." },
  INSUFFICIENT_CREDITS: { status: 402, message: "Insufficient credits." },
  INSTRUMENT_DECLINED: {
    status: 402,
    message: "The payment was declined. Please choose another way to pay.",
  },
  FORBIDDEN: { status: 403, message: "You are not allowed to do this." },
  PROOF_REQUIRED: { status: 403, message: "Please enter your password once more to continue." },
  SCOPE_MISSING: { status: 403, message: "This key does not have the scope that this call needs." },
  KEY_NOT_ACCEPTED: {
    status: 403,
    message: "No key opens this call. It is for a person who is signed in.",
  },
  SELLER_CANNOT_BUY: { status: 403, message: "Sellers cannot purchase products" },
  CROSS_SITE: { status: 403, message: "This request came from another site." },
  USER_DISABLED: { status: 403, message: "This account has been disabled." },
  NOT_FOUND: { status: 404, message: "Not found." },
  METHOD_NOT_ALLOWED: { status: 405, message: "This method is not allowed here." },
  REQUEST_TIMEOUT: { status: 408, message: "The request took too long to arrive." },
  CONFLICT: { status: 409, message: "This is not possible in the present state." },
  STALE_VERSION: { status: 409, message: "Someone else has changed this meanwhile." },
  MEMBERSHIP_OVER: {
    status: 409,
    message: "The membership of this order would be over already. Please order again.",
  },
  COST_CHANGED: { status: 409, message: "The cost has changed." },
  ORDER_NOT_APPROVED: { status: 409, message: "The payment has not been approved yet." },
  COUPON_INVALID: { status: 404, message: "This code is not valid for this package." },
  COUPON_USED_UP: { status: 409, message: "This coupon has been used up." },
  PAYMENT_MISMATCH: { status: 409, message: "The payment does not match the order." },
  TOO_LARGE: { status: 413, message: "This is too large." },
  UNSUPPORTED_TYPE: { status: 415, message: "This content type is not supported." },
  TITLE_REQUIRED: { status: 422, message: "Video title is required" },
  TOO_MANY_REQUESTS: { status: 429, message: "Too many requests. Please try again later." },
  INTERNAL: { status: 500, message: "Something went wrong on our side. Please try again." },
  PROVIDER_FAILED: { status: 502, message: "A service that we depend on did not answer as expected." },
  UNAVAILABLE: { status: 503, message: "The service is not available right now. Please try again." },
  SPENDING_LIMIT: {
    status: 503,
    message: "The shop has reached what it spends on thumbnails in a day. Please try again tomorrow.",
  },
  NO_KEYS: { status: 503, message: "No API keys available. Please try again later." },
  USER_NOT_FOUND: { status: 401, message: "No account found with this email address." },
  INVALID_PASSWORD: { status: 401, message: "Incorrect password. Please try again." },
  INVALID_EMAIL_OR_PASSWORD: { status: 401, message: "Incorrect email or password. Please try again." },
  INVALID_CODE: {
    status: 401,
    message: "This code is not right, or was used already. Please try the next one.",
  },
  INVALID_PASSKEY: { status: 401, message: "This passkey was not accepted. Please try again." },
  CODE_EXPIRED: { status: 401, message: "This took too long, or too many tries. Please sign in again." },
  FACTOR_REQUIRED: { status: 403, message: "Please set up a second factor first." },
  INVALID_TOKEN: { status: 400, message: "This reset link is no longer valid. Please request a new one." },
  INVALID_EMAIL: { status: 400, message: "Invalid email address format." },
  USER_ALREADY_EXISTS: { status: 409, message: "This email is already in use. Please try another one." },
  PASSWORD_TOO_SHORT: { status: 400, message: "Password must be at least 6 characters" },
  STAFF_PASSWORD_TOO_SHORT: {
    status: 400,
    message: "The password of someone on the staff must be at least 12 characters",
  },
  PASSWORD_TOO_LONG: { status: 400, message: "Password must be at most 128 characters" },
  YOUTUBE_NOT_CONNECTED: { status: 409, message: "Please connect YouTube first." },
  YOUTUBE_NOT_ALLOWED: {
    status: 403,
    message: "Your channel can't set thumbnails yet. Verify it at youtube.com/verify.",
  },
  YOUTUBE_PRIVATE: {
    status: 409,
    message:
      "YouTube shows a private video's picture to nobody: the one that is there now can't be kept, nor put back from here.",
  },
  YOUTUBE_QUOTA: {
    status: 429,
    message: "The shop has used up what YouTube allows it for today. Please try again tomorrow.",
  },
  PASSWORD_TOO_WEAK: { status: 400, message: "Password is too weak. Please use a stronger password." },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorTable;

/** The body of every answer that is not a success. `error` repeats `message`: clients read either. */
export interface ErrorBody {
  success: false;
  message: string;
  error: string;
  code: string;
  requestId: string;
  /** Dotted path of a field in the input → what is wrong with it. */
  fields?: Record<string, string>;
  /** What stands on the server now, where the answer is a refusal of a stale or repeated write. */
  data?: unknown;
}
