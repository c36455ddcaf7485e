import { createHmac } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { withoutMapping } from "#server/networks.ts";
import { isSameSecret } from "../is-same-secret.ts";

/** How a request reached the shop: what proxies did to it, and whom the shop takes for the visitor. */
export interface AddressEcho {
  visitor: string;
  peer: string;
  forwarded: string | null;
}

/** An address that nobody has (RFC 5737): the doctor sends it to see whether a visitor may pretend to be another one. */
export const pretendedAddress = "192.0.2.77";

const header = "x-doctor";
const goodForMs = 300_000;

/** Lets whoever knows APP_SECRET, and nobody else, read at /healthz how a request comes in. */
export function doctorHeader(appSecret: string): Record<string, string> {
  const now = String(Date.now());
  return { [header]: `${now}.${signatureOf(appSecret, now)}` };
}

/** Nothing for everybody but the doctor. */
export function echoAddress(request: FastifyRequest, appSecret: string): { seen?: AddressEcho } {
  const [moment = "", signature = ""] = String(request.headers[header] ?? "").split(".");
  const isSigned = isSameSecret(signature, signatureOf(appSecret, moment));
  if (!isSigned || Math.abs(Date.now() - Number(moment)) > goodForMs) return {};
  const forwarded = request.headers["x-forwarded-for"];
  return {
    seen: {
      visitor: request.address,
      peer: withoutMapping(request.socket.remoteAddress ?? ""),
      forwarded: forwarded === undefined ? null : String(forwarded),
    },
  };
}

function signatureOf(appSecret: string, moment: string): string {
  return createHmac("sha256", appSecret).update(`doctor:${moment}`).digest("base64url");
}
