import { generateKeyPairSync, randomUUID } from "node:crypto";
import { signatureHeaders } from "./deliveries.ts";
import type { Emulator } from "./emulator.ts";
import { signedText, signingKeyOf, signText } from "./signing.ts";
import type { Delivery } from "./state.ts";

/** How an event that a test sends is signed. */
export const SIGNATURES = ["valid", "none", "tampered", "wrong-webhook", "wrong-key", "stale-time"] as const;
export type Signature = (typeof SIGNATURES)[number];

let strangersKey: string | undefined;

function strangerKey(): string {
  strangersKey ??= generateKeyPairSync("rsa", {
    modulusLength: 2048,
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  }).privateKey;
  return strangersKey;
}

export type Sending = {
  url: string;
  webhookId: string;
  body: string;
  signature: Signature;
  transmissionId?: string;
};

/** The headers and bytes that would be sent: what is tampered with is changed after it was signed. */
export function signedRequest(
  emulator: Emulator,
  sending: Sending,
): { headers: Record<string, string>; body: string } {
  const id = sending.transmissionId ?? randomUUID();
  const time = emulator.timestamp();
  const webhookId = sending.signature === "wrong-webhook" ? "0AB12345CD678901E" : sending.webhookId;
  const key = sending.signature === "wrong-key" ? strangerKey() : signingKeyOf(emulator.state);
  const signature = signText(key, signedText(id, time, webhookId, sending.body));
  if (sending.signature === "none") return { headers: {}, body: sending.body };
  const sentTime = sending.signature === "stale-time" ? "2020-01-01T00:00:00Z" : time;
  return {
    headers: signatureHeaders(id, sentTime, emulator.deliveries.certUrl, signature),
    body: sending.signature === "tampered" ? tampered(sending.body) : sending.body,
  };
}

/** Makes the first amount a hundredfold, or failing that renames the event. */
function tampered(body: string): string {
  const changed = body.replace(/("value":")(\d+)/, "$1$200");
  return changed === body ? body.replace(/("id":")/, "$1X") : changed;
}

/** Sends at once and answers what the shop said; a connection that fails is an `error`. */
export async function sendSigned(
  emulator: Emulator,
  sending: Sending,
): Promise<{ status?: number; body?: string; error?: string }> {
  const { headers, body } = signedRequest(emulator, sending);
  try {
    return await emulator.deliveries.post(sending.url, headers, body);
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

export type Filter = { eventType?: string | undefined; ids?: string[] | undefined };

/** Deliveries in the order of their events, of one status, narrowed by the filter. */
export function deliveriesOf(emulator: Emulator, status: Delivery["status"], filter: Filter): Delivery[] {
  return [...emulator.state.deliveries.values()].filter((delivery) => {
    const event = emulator.state.events.get(delivery.eventId);
    if (delivery.status !== status || !event) return false;
    if (filter.eventType !== undefined && event.type !== filter.eventType) return false;
    return filter.ids === undefined || filter.ids.includes(event.id);
  });
}

/** The same order for the same seed (mulberry32), so that a failing run can be repeated. */
export function shuffled<T>(rows: T[], seed: number): T[] {
  let state = seed >>> 0;
  const random = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const result = [...rows];
  for (let i = result.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1));
    [result[i], result[j]] = [result[j] as T, result[i] as T];
  }
  return result;
}
