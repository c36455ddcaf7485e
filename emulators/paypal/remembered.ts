import { createHash } from "node:crypto";
import type { Emulator } from "./emulator.ts";
import { unprocessable } from "./errors.ts";
import { isForgotten, type RememberedRequest } from "./state.ts";

/** What identifies a repeated call: whose it is, what it does, and its PayPal-Request-Id. */
export type RequestKey = {
  clientId: string;
  operation: string;
  target: string;
  requestId: string | undefined;
  body: unknown;
};

const keyOf = (key: RequestKey): string =>
  JSON.stringify([key.clientId, key.operation, key.target, key.requestId]);

/** No body and an empty object are the same request. */
function hashOf(body: unknown): string {
  const text = JSON.stringify(body ?? {});
  return createHash("sha256").update(text).digest("base64");
}

/**
 * The earlier call with the same PayPal-Request-Id, if any. The same id with another body is refused:
 * it can't be the same request, and to carry it out would be a second one.
 */
export function recall(emulator: Emulator, key: RequestKey): RememberedRequest | undefined {
  if (key.requestId === undefined) return undefined;
  const earlier = emulator.state.requests.get(keyOf(key));
  if (!earlier || isForgotten(earlier, emulator.now())) return undefined;
  if (earlier.bodyHash !== hashOf(key.body)) {
    throw unprocessable(
      "DUPLICATE_REQUEST_ID",
      "The value of PayPal-Request-Id header has already been used with a different request.",
    );
  }
  return earlier;
}

export function remember(
  emulator: Emulator,
  key: RequestKey,
  outcome: Pick<RememberedRequest, "resourceId" | "error">,
): void {
  if (key.requestId === undefined) return;
  emulator.state.requests.set(keyOf(key), {
    key: keyOf(key),
    operation: key.operation,
    bodyHash: hashOf(key.body),
    at: emulator.now(),
    ...outcome,
  });
  emulator.changed();
}
