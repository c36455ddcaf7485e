import { timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { invalidToken, PaypalError } from "./errors.ts";
import { newAccessToken } from "./ids.ts";
import type { PaypalClient } from "./options.ts";
import type { StandIn } from "./stand-in.ts";

/** Nine hours, as PayPal's own tokens. */
const TOKEN_SECONDS = 32400;

function same(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The client of a Basic header with the right secret. */
export function clientOfBasic(standIn: StandIn, header: string | undefined): PaypalClient | undefined {
  if (!header?.startsWith("Basic ")) return undefined;
  const decoded = Buffer.from(header.slice("Basic ".length), "base64").toString("utf8");
  const colon = decoded.indexOf(":");
  const client = standIn.clients.get(decoded.slice(0, colon));
  return client && colon >= 0 && same(client.secret, decoded.slice(colon + 1)) ? client : undefined;
}

export function issueToken(standIn: StandIn, client: PaypalClient): Record<string, unknown> {
  for (const [token, { expiresAt }] of standIn.tokens) {
    if (expiresAt <= standIn.now()) standIn.tokens.delete(token);
  }
  const token = newAccessToken();
  standIn.tokens.set(token, { clientId: client.clientId, expiresAt: standIn.now() + TOKEN_SECONDS * 1000 });
  return {
    scope:
      "https://uri.paypal.com/services/payments/realtimepayment https://uri.paypal.com/services/payments/refund",
    access_token: token,
    token_type: "Bearer",
    app_id: "APP-80W284485P519543T",
    expires_in: TOKEN_SECONDS,
    nonce: `${new Date(standIn.now()).toISOString().slice(0, 19)}Z${token.slice(-20)}`,
  };
}

export function authenticate(standIn: StandIn, request: FastifyRequest): PaypalClient {
  const header = request.headers.authorization;
  if (!header) throw new PaypalError("AUTHENTICATION_FAILURE");
  const token = header.startsWith("Bearer ") ? standIn.tokens.get(header.slice("Bearer ".length)) : undefined;
  if (!token) throw invalidToken("The token passed in was not found in the system");
  if (token.expiresAt <= standIn.now()) throw invalidToken("Access Token expired");
  const client = standIn.clients.get(token.clientId);
  if (!client) throw invalidToken("The token passed in was not found in the system");
  return client;
}
