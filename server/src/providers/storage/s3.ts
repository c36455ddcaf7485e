import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { AwsClient } from "aws4fetch";
import { failure } from "#server/platform/failure.ts";
import { requireSafeKey, type Storage } from "../../platform/storage.ts";

export interface S3Options {
  url: string;
  bucket: string;
  accessKey: string;
  secretKey: string;
  /** Signed with each request; guessed from the address of Amazon, Cloudflare and Backblaze, else us-east-1. */
  region?: string | undefined;
  /** How long one call may take with its tries. Only tests wait less than 20 seconds. */
  timeoutMs?: number;
}

/** An answer of the store that is no success; its code is Amazon's, such as NoSuchBucket. */
export class StoreRefusal extends Error {
  readonly status: number;
  readonly code: string | undefined;
  /** The region that the store asks for, where it tells. */
  readonly region: string | undefined;

  constructor(status: number, method: string, body: string) {
    const code = /<Code>(\w{1,100})<\/Code>/.exec(body)?.[1];
    super(`The file store answered ${status}${code ? ` ${code}` : ""} to ${method}.`);
    this.status = status;
    this.code = code;
    this.region = /<Region>([\w-]{1,50})<\/Region>|expecting '([\w-]{1,50})'/
      .exec(body)
      ?.slice(1)
      .find(Boolean);
  }
}

const mostTries = 3;

/**
 * A bucket of any store that speaks S3, addressed by path. An object is put in one request that carries the hash of
 * its bytes under the signature, so that the store takes it whole or refuses it. Whatever keeps the store from
 * answering is a 503: the caller may try again. Source: Amazon S3 API reference.
 */
export function s3Storage(options: S3Options): Storage {
  const client = new AwsClient({
    accessKeyId: options.accessKey,
    secretAccessKey: options.secretKey,
    service: "s3",
    ...(options.region ? { region: options.region } : {}),
  });

  /**
   * Signed anew for each try, since a signature ages. The signal is fetch's own: in a Request alone it is lost at the next
   * garbage collection, and a store that hangs is then waited for without end.
   */
  async function fetchSigned(key: string, init: RequestInit, signal: AbortSignal): Promise<Response> {
    for (let tries = 1; ; tries += 1) {
      const signed = await client.sign(`${options.url}/${options.bucket}/${key}`, init);
      const response = await fetch(signed, { signal });
      if ((response.status < 500 && response.status !== 429) || tries === mostTries) return response;
      await response.body?.cancel();
      await setTimeout(Math.random() * 50 * 2 ** tries, undefined, { signal });
    }
  }

  /** The bytes of a successful answer; null for a missing object. */
  async function send(key: string, init: RequestInit & { method: string }): Promise<Buffer | null> {
    requireSafeKey(key);
    try {
      const response = await fetchSigned(key, init, AbortSignal.timeout(options.timeoutMs ?? 20_000));
      const bytes = Buffer.from(await response.arrayBuffer());
      if (response.ok) return bytes;
      const refusal = new StoreRefusal(response.status, init.method, bytes.toString("utf8", 0, 2000));
      if (refusal.status === 404 && refusal.code !== "NoSuchBucket" && init.method !== "PUT") return null;
      throw refusal;
    } catch (cause) {
      throw failure("UNAVAILABLE", undefined, { retryAfter: 5, cause });
    }
  }

  return {
    async put(key, bytes, mimeType) {
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      await send(key, {
        method: "PUT",
        body: new Uint8Array(bytes),
        headers: { "content-type": mimeType, "x-amz-content-sha256": sha256 },
      });
    },
    get: (key) => send(key, { method: "GET" }),
    async remove(key) {
      await send(key, { method: "DELETE" });
    },
    // An object is there as a whole or not at all.
    removeDrafts: async () => undefined,
  };
}
