import { AwsClient } from "aws4fetch";
import { requireSafeKey, type Storage } from "./storage.ts";

interface S3Options {
  url: string;
  bucket: string;
  accessKey: string;
  secretKey: string;
}

const timeout = 20_000;

/** A bucket of any store that speaks S3, addressed by path. Source: Amazon S3 API reference. */
export function s3Storage(options: S3Options): Storage {
  const client = new AwsClient({
    accessKeyId: options.accessKey,
    secretAccessKey: options.secretKey,
    service: "s3",
    retries: 2,
  });

  async function send(key: string, init: RequestInit): Promise<Response> {
    requireSafeKey(key);
    const response = await client.fetch(`${options.url}/${options.bucket}/${key}`, {
      ...init,
      signal: AbortSignal.timeout(timeout),
    });
    if (!response.ok && response.status !== 404) {
      await response.body?.cancel();
      throw new Error(`The file store answered ${response.status} to ${init.method}.`);
    }
    return response;
  }

  return {
    async put(key, bytes, mimeType) {
      const response = await send(key, {
        method: "PUT",
        body: new Uint8Array(bytes),
        headers: { "content-type": mimeType },
      });
      if (response.status === 404) throw new Error("The file store does not know the bucket.");
    },
    async get(key) {
      const response = await send(key, { method: "GET" });
      if (response.status === 404) {
        await response.body?.cancel();
        return null;
      }
      return Buffer.from(await response.arrayBuffer());
    },
    async remove(key) {
      const response = await send(key, { method: "DELETE" });
      await response.body?.cancel();
    },
  };
}
