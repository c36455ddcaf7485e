import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import type { Person } from "../../helpers/test-shop.ts";
import type { SeededShop } from "../seeded-shop.ts";
import { createJudge } from "./judge.ts";
import { type FuzzRequest, type Operation, requestsTo } from "./requests.ts";
import type { Known } from "./values.ts";

/** How many requests are on their way at once; they meet each other as they would in life. */
const together = 20;

export interface FuzzOptions {
  people: readonly (Person | null)[];
  known: Known;
  secrets: readonly string[];
  runs: number;
  seed?: number | undefined;
}

/** Sends so many inputs to one operation; answers what was wrong with the first bad one, or null. */
export async function fuzzCall(
  { shop }: SeededShop,
  operation: Operation,
  options: FuzzOptions,
): Promise<string | null> {
  const judge = createJudge(operation, options.secrets);
  const endless = operation.responses[200]?.content?.["text/event-stream"] !== undefined;

  async function ask(request: FuzzRequest): Promise<void> {
    const person = options.people[request.identity];
    const response = await shop.http.inject({
      method: operation.method as "GET",
      url: request.url,
      headers: { ...(person ? { cookie: person.cookie } : {}), ...request.headers },
      ...(request.payload === undefined ? {} : { payload: request.payload }),
      ...(endless ? { payloadAsStream: true } : {}),
    });
    const isStream = String(response.headers["content-type"]).startsWith("text/event-stream");
    if (isStream) response.stream().destroy();
    const bytes = !endless
      ? response.rawPayload
      : isStream
        ? Buffer.alloc(0)
        : await readAll(response.stream());
    const text = plain(bytes, response.headers["content-encoding"]);
    const wrong = judge({ status: response.statusCode, headers: response.headers, text });
    if (wrong) throw new Error(`${wrong}\n  ${describe(operation, request)}\n  ${text.slice(0, 500)}`);
  }

  const batches = fc.array(requestsTo(operation, options.known, options.people.length), {
    minLength: together,
    maxLength: together,
  });
  const property = fc.asyncProperty(batches, async (batch) => {
    const done = await Promise.allSettled(batch.map(ask));
    await restoreSessions(shop.platform.db, operation);
    const failed = done.find((each) => each.status === "rejected");
    if (failed) throw failed.reason;
  });
  const result = await fc.check(property, {
    numRuns: Math.ceil(options.runs / together),
    // The message names the one request that was answered badly; there is nothing to shrink.
    endOnFailure: true,
    ...(options.seed === undefined ? {} : { seed: options.seed }),
  });
  if (!result.failed) return null;
  const reason = result.errorInstance instanceof Error ? result.errorInstance.message : "";
  return `${operation.method} ${operation.path} (seed ${result.seed}): ${reason}`;
}

function describe(operation: Operation, { identity, url, headers, payload }: FuzzRequest): string {
  const body = payload === undefined ? "no body" : String(payload).slice(0, 400);
  return `${operation.method} ${url} by ${identity} ${JSON.stringify(headers)} ${body}`;
}

function plain(bytes: Buffer, encoding: unknown): string {
  if (encoding === "gzip") return gunzipSync(bytes).toString();
  return (encoding === "br" ? brotliDecompressSync(bytes) : bytes).toString();
}

async function readAll(stream: NodeJS.ReadableStream): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

/** Keeps the sessions aside, so that those who signed out by a random request are back for the next. */
export async function keepSessions({ shop }: SeededShop): Promise<void> {
  await shop.platform.db.execute(sql`create table kept_sessions as select * from sessions`);
}

async function restoreSessions(
  db: SeededShop["shop"]["platform"]["db"],
  operation: Operation,
): Promise<void> {
  if (!/sign-out|revoke|password|users|account/.test(operation.path)) return;
  await db.execute(sql`insert into sessions select * from kept_sessions on conflict do nothing`);
}
