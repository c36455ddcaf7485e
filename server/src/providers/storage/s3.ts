import { createHash } from "node:crypto";
import { AwsClient } from "aws4fetch";
import { failure } from "#server/platform/failure.ts";
import { requireSafeKey, type Storage } from "./storage.ts";

interface S3Options {
  url: string;
  bucket: string;
  accessKey: string;
  secretKey: string;
}

const timeout = 20_000;

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
    retries: 2,
  });

  /** The bytes of a successful answer; null for a missing object. */
  async function send(key: string, init: RequestInit): Promise<Buffer | null> {
    requireSafeKey(key);
    try {
      const response = await client.fetch(`${options.url}/${options.bucket}/${key}`, {
        ...init,
        signal: AbortSignal.timeout(timeout),
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      if (response.ok) return bytes;
      const code = /<Code>(\w{1,100})<\/Code>/.exec(bytes.toString("utf8", 0, 2000))?.[1];
      if (response.status === 404 && code !== "NoSuchBucket" && init.method !== "PUT") return null;
      throw new Error(
        `The file store answered ${response.status}${code ? ` ${code}` : ""} to ${init.method}.`,
      );
    } catch (cause) {
      throw failure("UNAVAILABLE", undefined, { retryAfter: 5, cause });
    }
  }

  return {
    async put(key, given, mimeType) {
      const bytes = Buffer.isBuffer(given) ? given : Buffer.concat(given);
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
  };
}
