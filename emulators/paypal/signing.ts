import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from "node:crypto";
import { crc32 } from "node:zlib";
import type { State } from "./state.ts";

export const AUTH_ALGORITHM = "SHA256withRSA";

/** What PayPal signs; the checksum is over the event's bytes as they were sent. */
export function signedText(
  transmissionId: string,
  time: string,
  webhookId: string,
  eventBody: string,
): string {
  return `${transmissionId}|${time}|${webhookId}|${crc32(eventBody)}`;
}

let made: string | undefined;

/** The emulator's private key as PEM, made at the first need, one a process: it takes a tenth of a second. */
export function signingKeyOf(state: State): string {
  if (!state.signingKey) {
    made ??= generateKeyPairSync("rsa", {
      modulusLength: 2048,
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
      publicKeyEncoding: { type: "spki", format: "pem" },
    }).privateKey;
    state.signingKey = made;
  }
  return state.signingKey;
}

/** Base64. */
export function signText(privateKey: string, text: string): string {
  return sign("sha256", Buffer.from(text), createPrivateKey(privateKey)).toString("base64");
}

export const publicKeyOf = (privateKey: string): string =>
  createPublicKey(privateKey).export({ type: "spki", format: "pem" }).toString();

export function signatureHolds(privateKey: string, text: string, signature: string): boolean {
  return verify("sha256", Buffer.from(text), createPublicKey(privateKey), Buffer.from(signature, "base64"));
}
