import { isDeepStrictEqual } from "node:util";
import { type ErrorBody, type ErrorCode, errorTable } from "#contract/errors.ts";

export interface FailureExtras {
  fields?: Record<string, string>;
  /** What stands now, for a refused stale or repeated write. */
  data?: unknown;
  /** Seconds for `Retry-After`. */
  retryAfter?: number;
  /** For the log alone; never answered. */
  cause?: unknown;
}

/** The one kind of error that a service throws on purpose. Anything else that is thrown is a fault: 500. */
export class Failure extends Error {
  override name = "Failure";
  readonly code: ErrorCode;
  readonly status: number;
  readonly extras: FailureExtras;

  constructor(code: ErrorCode, message: string, extras: FailureExtras) {
    super(message, extras.cause === undefined ? undefined : { cause: extras.cause });
    this.code = code;
    this.status = errorTable[code].status;
    this.extras = extras;
  }
}

/** Makes the error to throw: `throw failure("NOT_FOUND", "Order not found.")`. */
export function failure(code: ErrorCode, message?: string, extras: FailureExtras = {}): Failure {
  return new Failure(code, message || errorTable[code].message, extras);
}

/** As it is answered. */
export function errorBody(
  { code, message, extras: { fields, data } }: Failure,
  requestId: string,
): ErrorBody {
  const more = { ...(fields ? { fields } : {}), ...(data === undefined ? {} : { data }) };
  return { success: false, message, error: message, code, requestId, ...more };
}

/** Whether a write was made from an older state of a record than stands. Without a version it counts whatever stands. */
export function isStale(sent: number | undefined, standing: { version: number }): boolean {
  return sent !== undefined && sent !== standing.version;
}

/** The refusal of a stale write, with what stands now. */
export function stale(present: unknown): Failure {
  return failure("STALE_VERSION", undefined, { data: present });
}

const usedBefore =
  "This was sent before with other contents, or what it made was changed since. Please look at what stands.";

/**
 * Throws 409 where what stands under an idempotency key is not what is sent now: an answer would say that something was
 * done which never was.
 */
export function requireSame(standing: object, sent: object, text = usedBefore): void {
  const named = Object.entries(standing).filter(([name]) => name in sent);
  if (!isDeepStrictEqual(Object.fromEntries(named), sent)) throw failure("CONFLICT", text);
}

/** One that is said at the field that it is about as well. */
export function failureAt(
  field: string,
  code: ErrorCode,
  message: string = errorTable[code].message,
): Failure {
  return failure(code, message, { fields: { [field]: message } });
}

export function invalid(fields: Record<string, string>): Failure {
  return failure("INVALID_INPUT", Object.values(fields)[0], { fields });
}
