import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP } from "node:net";
import { startOf } from "#contract/plain-text.ts";
import {
  type AddressRules,
  checkedLookup,
  hostOf,
  mayConnect,
  NotPublicError,
  notPublic,
  type ResolveName,
  refusalOf,
  resolveName,
} from "./public-address.ts";

export interface ReceiverRules extends AddressRules {
  /** For all of it: name, connection, answer. */
  timeoutMs: number;
  resolve?: ResolveName | undefined;
}

export interface Posted {
  /** Of the answer; null where there was none. */
  status: number | null;
  /** The beginning of the answer. */
  text: string;
  /** Why it did not arrive; null where it did. */
  error: string | null;
}

/** More of an answer is not taken from the network. */
const mostBytes = 4_096;
const excerptLength = 500;

/** Posts to an address that somebody else has chosen. Answers what came of it, and never throws; `cut` ends it. */
export async function postWebhook(
  address: string,
  message: { body: string; headers: Record<string, string> },
  rules: ReceiverRules,
  cut?: AbortSignal,
): Promise<Posted> {
  const refusal = refusalOf(address, rules);
  if (refusal) return { status: null, text: "", error: refusal };
  const url = new URL(address);
  // Node asks no look-up for what is a number already.
  const host = hostOf(url);
  if (isIP(host) && !mayConnect(host, rules)) return { status: null, text: "", error: notPublic };
  const timeout = AbortSignal.timeout(rules.timeoutMs);
  try {
    const answer = await send(url, message, rules, cut ? AbortSignal.any([timeout, cut]) : timeout);
    const status = answer.statusCode ?? 0;
    const text = excerptOf(await readBeginning(answer));
    const isTaken = status >= 200 && status < 300;
    return { status, text, error: isTaken ? null : statusError(status) };
  } catch (error) {
    return { status: null, text: "", error: timeout.aborted ? slow(rules) : reasonOf(error) };
  }
}

function send(
  url: URL,
  { body, headers }: { body: string; headers: Record<string, string> },
  rules: ReceiverRules,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const start = url.protocol === "https:" ? requestHttps : requestHttp;
    const request = start(url, {
      method: "POST",
      // A connection of its own, which no earlier message has left open.
      agent: false,
      lookup: checkedLookup(rules.resolve ?? resolveName, rules),
      signal,
      maxHeaderSize: 16_384,
      rejectUnauthorized: true,
      headers: {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        "accept-encoding": "identity",
        "user-agent": "Thumbsmith-Webhooks/1.0",
        ...headers,
      },
    });
    request.once("response", resolve);
    request.on("error", reject);
    // As when it answers with another protocol.
    request.once("close", () => reject(new Error("closed")));
    request.end(body);
  });
}

/** The status has told already what counts: an answer that breaks off is as good as a short one. */
async function readBeginning(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of answer) {
      chunks.push(chunk as Buffer);
      size += (chunk as Buffer).length;
      if (size >= mostBytes) break;
    }
  } catch {
    // What came is enough.
  }
  answer.destroy();
  return Buffer.concat(chunks).subarray(0, mostBytes);
}

/** One line without signs that a list could not show or the database not keep. */
function excerptOf(bytes: Buffer): string {
  const text = bytes.toString("utf8").replace(/[\p{C}\p{Z}\s]+/gu, " ");
  return startOf(text.trim(), excerptLength);
}

function statusError(status: number): string {
  if (status >= 300 && status < 400) return `It answered ${status}, and redirects are not followed.`;
  return `It answered ${status}.`;
}

const slow = ({ timeoutMs }: ReceiverRules) =>
  `No answer within ${Math.round(timeoutMs / 100) / 10} seconds.`;

const reasons: Record<string, string> = {
  ECONNREFUSED: "The connection was refused.",
  ECONNRESET: "The connection was broken off.",
  EPIPE: "The connection was broken off.",
  ENOTFOUND: "Its name was not found.",
  ENODATA: "Its name was not found.",
  EHOSTUNREACH: "It can't be reached.",
  ENETUNREACH: "It can't be reached.",
  ETIMEDOUT: "It can't be reached.",
  ETIMEOUT: "The name servers of its name did not answer.",
  HPE_HEADER_OVERFLOW: "The headers of its answer are too long.",
};

/** A sentence of the shop's own: what an error says can name what is inside. */
function reasonOf(error: unknown): string {
  if (error instanceof NotPublicError) return notPublic;
  const errors = error instanceof AggregateError ? error.errors : [error];
  const code = String((errors[0] as NodeJS.ErrnoException | undefined)?.code ?? "");
  if (reasons[code]) return reasons[code];
  if (/EPROTO|CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code))
    return "Its TLS certificate or encryption is not valid.";
  return "It did not answer as a web server does.";
}
