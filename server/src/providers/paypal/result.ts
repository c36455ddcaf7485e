/**
 * What came of a call to PayPal. Nothing is thrown, since money may have moved before an answer went wrong:
 * - ok: PayPal answered as expected;
 * - refused: PayPal said no, and nothing happened;
 * - unknown: no answer that could be understood. The call may have had its effect; only reading again tells.
 */
export type PaypalResult<T> =
  | { kind: "ok"; status: number; value: T }
  | { kind: "refused"; status: number; name: string; issue: string; message: string; debugId: string | null }
  | { kind: "unknown"; reason: string };

export function unknown(reason: string): { kind: "unknown"; reason: string } {
  return { kind: "unknown", reason };
}

/** Whether what was asked for is another account's; a right that is missing altogether reads the same. */
export function isForbidden(reason: string): boolean {
  return reason === "status 403 PERMISSION_DENIED";
}

export function isWrongCredentials(reason: string): boolean {
  return /\b401\b/.test(reason);
}

export function isRateLimited(reason: string): boolean {
  return /^(token: )?status 429\b/.test(reason);
}

/** A short reason for logs and admins, free of secrets: issues and names are PayPal's own constants. */
export function reasonOf(result: Exclude<PaypalResult<unknown>, { kind: "ok" }>): string {
  if (result.kind === "unknown") return result.reason;
  return `${result.status} ${result.issue || result.name}`.trim();
}
