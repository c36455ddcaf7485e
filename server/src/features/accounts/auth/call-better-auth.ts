import { AsyncLocalStorage } from "node:async_hooks";
import { isAPIError } from "better-auth/api";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Call } from "#contract/call.ts";
import { type ErrorCode, errorTable } from "#contract/errors.ts";
import { isQueryError } from "#server/db/errors.ts";
import { failure } from "#server/platform/failure.ts";

export const noPassword = "This account has no password yet. Use 'Forgot Password' to set one.";
export const noSecondFactor = "This account has no second factor.";

/** The library's codes that have another name in the catalogue. */
const renamed: Record<string, ErrorCode> = {
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: "USER_ALREADY_EXISTS",
  UNAUTHORIZED: "UNAUTHENTICATED",
  CREDENTIAL_ACCOUNT_NOT_FOUND: "CONFLICT",
  PROVIDER_NOT_FOUND: "NOT_FOUND",
  INVALID_BACKUP_CODE: "INVALID_CODE",
  INVALID_TWO_FACTOR_COOKIE: "CODE_EXPIRED",
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: "CODE_EXPIRED",
  ACCOUNT_TEMPORARILY_LOCKED: "TOO_MANY_REQUESTS",
  TOTP_ALREADY_ENABLED: "CONFLICT",
  TOTP_NOT_ENABLED: "CONFLICT",
  TWO_FACTOR_NOT_ENABLED: "CONFLICT",
  BACKUP_CODES_NOT_ENABLED: "CONFLICT",
  CHALLENGE_NOT_FOUND: "CODE_EXPIRED",
  PASSKEY_NOT_FOUND: "INVALID_PASSKEY",
  AUTHENTICATION_FAILED: "INVALID_PASSKEY",
  FAILED_TO_VERIFY_REGISTRATION: "INVALID_PASSKEY",
  YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY: "INVALID_PASSKEY",
};

/** Whatever the library meets while it looks at a passkey, it calls a wrong one. */
const hidesFaults = new Set(["AUTHENTICATION_FAILED", "FAILED_TO_VERIFY_REGISTRATION"]);

/** By the library's codes, of which several are one in the catalogue. */
const messages: Record<string, string> = {
  CREDENTIAL_ACCOUNT_NOT_FOUND: noPassword,
  TOTP_ALREADY_ENABLED: "It is set up already.",
  TOTP_NOT_ENABLED: noSecondFactor,
  TWO_FACTOR_NOT_ENABLED: noSecondFactor,
  BACKUP_CODES_NOT_ENABLED: noSecondFactor,
};

export const clientAddressHeader = "x-client-address";

/**
 * The headers that the library may read: the cookie, the browser's name, and the client's address as the server
 * knows it, whatever the client says.
 */
export function authHeaders(request: FastifyRequest): Headers {
  const headers = new Headers({ [clientAddressHeader]: request.address });
  for (const name of ["cookie", "user-agent"] as const) {
    const value = request.headers[name];
    if (typeof value === "string") headers.set(name, name === "user-agent" ? value.slice(0, 400) : value);
  }
  return headers;
}

/**
 * Hands one of the library's answers on: its cookies to the browser, its body as the JSON that it becomes, without
 * the fields that the call does not name. Its errors are thrown as the shop's own.
 */
export async function relayAuthResponse<C extends Call>(
  call: C,
  reply: FastifyReply,
  work: Promise<{ headers: Headers | null; response: unknown }>,
): Promise<z.output<C["answer"]>> {
  try {
    const { headers, response } = await work;
    for (const cookie of headers?.getSetCookie() ?? []) reply.header("set-cookie", cookie);
    return call.answer.parse(JSON.parse(JSON.stringify(response))) as z.output<C["answer"]>;
  } catch (error) {
    throw authFailure(error);
  }
}

/**
 * The fault that the library met in a request. It tells its log alone, and answers with an error that hides whether
 * the database is away or something is broken. `refusal` is what another service answered in place of a token.
 */
const faults = new AsyncLocalStorage<{ cause?: Error; refusal?: string }>();

export function captureAuthFaults(app: FastifyInstance): void {
  app.addHook("onRequest", (_request, _reply, done) => faults.run({}, done));
}

/** What the library told its log of this request, for ours. */
export function authFault(): { err?: Error | undefined; refusal?: string | undefined } {
  const { cause, refusal } = faults.getStore() ?? {};
  return { err: cause, refusal };
}

/** The library's log: nothing is written, the fault is kept for the request that met it. */
export const authLogger = {
  level: "error",
  log(_level: string, _message: string, ...details: unknown[]) {
    const store = faults.getStore();
    if (!store) return;
    for (const detail of details) {
      if (detail instanceof Error) store.cause = detail;
      else if (typeof detail === "object" && detail !== null && "error" in detail)
        store.refusal = JSON.stringify(detail.error).slice(0, 300);
    }
  },
} as const;

/** The library's code, as long as it is not one of its faults. */
export function authErrorCode(error: unknown): string | null {
  if (!isAPIError(error)) return null;
  return (error.body as { code?: string } | undefined)?.code ?? null;
}

export function authFailure(error: unknown): unknown {
  const code = authErrorCode(error);
  const { cause: fault } = faults.getStore() ?? {};
  if (code && hidesFaults.has(code) && isQueryError(fault)) return fault;
  const known = code && (renamed[code] ?? (code in errorTable ? (code as ErrorCode) : null));
  if (known) return failure(known, messages[code], { cause: error });
  return (isAPIError(error) && fault) || error;
}
