import { timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Emulator } from "./emulator.ts";
import { invalidToken, PaypalError, permissionDenied } from "./errors.ts";
import type { Operation } from "./faults.ts";
import { newAccessToken } from "./ids.ts";
import type { PaypalClient } from "./options.ts";

/** Nine hours, as PayPal's own tokens. */
const TOKEN_SECONDS = 32400;

function same(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export type Identified = { client: PaypalClient; fromBrowser: boolean };

/**
 * The client of a Basic header with the right secret. PayPal's browser script has no secret and sends a blank one,
 * for a token that can make, read and capture orders and nothing else.
 */
export function clientOfBasic(emulator: Emulator, header: string | undefined): Identified | undefined {
  if (!header?.startsWith("Basic ")) return undefined;
  const decoded = Buffer.from(header.slice("Basic ".length), "base64").toString("utf8");
  const colon = decoded.indexOf(":");
  const client = emulator.clients.get(decoded.slice(0, colon));
  const secret = decoded.slice(colon + 1);
  if (!client || colon < 0 || !(secret === "" || same(client.secret, secret))) return undefined;
  return { client, fromBrowser: secret === "" };
}

export function issueToken(emulator: Emulator, { client, fromBrowser }: Identified): Record<string, unknown> {
  for (const [token, { expiresAt }] of emulator.tokens) {
    if (expiresAt <= emulator.now()) emulator.tokens.delete(token);
  }
  const token = newAccessToken();
  const expiresAt = emulator.now() + TOKEN_SECONDS * 1000;
  emulator.tokens.set(token, { clientId: client.clientId, expiresAt, fromBrowser });
  return {
    scope:
      "https://uri.paypal.com/services/payments/realtimepayment https://uri.paypal.com/services/payments/refund",
    access_token: token,
    token_type: "Bearer",
    app_id: "APP-80W284485P519543T",
    expires_in: TOKEN_SECONDS,
    nonce: `${new Date(emulator.now()).toISOString().slice(0, 19)}Z${token.slice(-20)}`,
  };
}

const OPEN_TO_BROWSERS: readonly Operation[] = ["create", "get-order", "capture"];

export function authenticate(
  emulator: Emulator,
  request: FastifyRequest,
  operation: Operation,
): PaypalClient {
  const header = request.headers.authorization;
  if (!header) throw new PaypalError("AUTHENTICATION_FAILURE");
  const token = header.startsWith("Bearer ")
    ? emulator.tokens.get(header.slice("Bearer ".length))
    : undefined;
  if (!token) throw invalidToken("The token passed in was not found in the system");
  if (token.expiresAt <= emulator.now()) throw invalidToken("Access Token expired");
  const client = emulator.clients.get(token.clientId);
  if (!client) throw invalidToken("The token passed in was not found in the system");
  if (token.fromBrowser && !OPEN_TO_BROWSERS.includes(operation)) throw permissionDenied();
  return client;
}
