import { createHash, createHmac } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
// @ts-expect-error: the package has no types of its own.
import S3rver from "s3rver";
import { onTestFinished } from "vitest";

export interface TestS3 {
  /** As the shop's configuration takes it. */
  s3: { url: string; bucket: string; accessKey: string; secretKey: string };
  /** Every request that came, in order. */
  requests: { method: string; path: string; length: number }[];
  behaviour: Behaviour;
}

/** What the store does with a request instead of serving it; nothing: it serves it. */
type Behaviour = {
  instead?: ((request: IncomingMessage, body: Buffer, response: ServerResponse) => boolean) | undefined;
};

const secretKey = "S3RVER";

/**
 * A real S3 server of a region with the bucket `shop` on a random port. s3rver takes every signature of version 4 for good, so
 * what comes is checked here first, by Amazon's description of signing, as Amazon's store does.
 */
export async function startS3({ region = "us-east-1" } = {}): Promise<TestS3> {
  const directory = await mkdtemp(join(tmpdir(), "s3-"));
  const store = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory,
    configureBuckets: [{ name: "shop" }],
  });
  const { port: storePort } = (await store.run()) as AddressInfo;
  const behaviour: Behaviour = {};
  const requests: TestS3["requests"] = [];

  const gate = createServer(async (request, response) => {
    const body = await buffer(request).catch(() => null);
    if (!body) return;
    const { method = "", url = "" } = request;
    requests.push({ method, path: url, length: body.length });
    if (behaviour.instead?.(request, body, response)) return;
    const refusal = refusalOf(request, body, region);
    if (refusal) {
      response.writeHead(refusal.status, { "content-type": "application/xml" });
      response.end(
        `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${refusal.code}</Code>${refusal.more ?? ""}</Error>`,
      );
      return;
    }
    const answer = await fetch(`http://127.0.0.1:${storePort}${url}`, {
      method,
      headers: forwarded(request.headers),
      ...(method === "PUT" ? { body: new Uint8Array(body) } : {}),
    });
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "text/plain" });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  const sockets = new Set<Socket>();
  gate.on("connection", (socket) => sockets.add(socket.on("close", () => sockets.delete(socket))));
  await new Promise<void>((resolve) => gate.listen(0, "127.0.0.1", resolve));
  const { port } = gate.address() as AddressInfo;
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => gate.close(resolve));
    await store.close();
    await rm(directory, { recursive: true, force: true });
  });
  return {
    s3: { url: `http://127.0.0.1:${port}`, bucket: "shop", accessKey: "S3RVER", secretKey },
    requests,
    behaviour,
  };
}

function forwarded(headers: IncomingHttpHeaders): Record<string, string> {
  const kept = ["content-type", "authorization", "x-amz-date", "x-amz-content-sha256"];
  return Object.fromEntries(kept.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])));
}

function refusalOf(
  request: IncomingMessage,
  body: Buffer,
  region: string,
): { status: number; code: string; more?: string } | null {
  const { method = "", url = "", headers } = request;
  const authorization = headers.authorization ?? "";
  const accessKey = /Credential=([^/]+)\//.exec(authorization)?.[1];
  if (!accessKey) return { status: 403, code: "AccessDenied" };
  if (accessKey !== "S3RVER") return { status: 403, code: "InvalidAccessKeyId" };
  if (!authorization.includes(`/${region}/s3/aws4_request`))
    return { status: 400, code: "AuthorizationHeaderMalformed", more: `<Region>${region}</Region>` };
  const age = Date.now() - Date.parse(amazonDate(headers["x-amz-date"]));
  if (!(Math.abs(age) < 900_000)) return { status: 403, code: "RequestTimeTooSkewed" };
  if (!isSignedBy(secretKey, { method, url, headers })) return { status: 403, code: "SignatureDoesNotMatch" };
  const stated = headers["x-amz-content-sha256"];
  if (stated !== "UNSIGNED-PAYLOAD" && stated !== sha256(body)) {
    return { status: 400, code: "XAmzContentSHA256Mismatch" };
  }
  return null;
}

/** "20130524T000000Z" as ISO 8601 with its separators. */
function amazonDate(text: unknown): string {
  return String(text).replace(/^(....)(..)(..)T(..)(..)/, "$1-$2-$3T$4:$5:");
}

/**
 * Whether a request carries the signature that Amazon's "Authenticating Requests (AWS Signature Version 4)" asks for.
 * For addresses without a query.
 */
export function isSignedBy(
  secret: string,
  request: { method: string; url: string; headers: IncomingHttpHeaders },
): boolean {
  const { authorization = "", ...headers } = request.headers;
  const [, scope = "", names = "", signature = ""] =
    /^AWS4-HMAC-SHA256 Credential=[^/]+\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      authorization,
    ) ?? [];
  const canonical = [
    request.method,
    request.url,
    "",
    ...names.split(";").map((name) => `${name}:${String(headers[name] ?? "").trim()}`),
    "",
    names,
    headers["x-amz-content-sha256"],
  ].join("\n");
  const text = ["AWS4-HMAC-SHA256", headers["x-amz-date"], scope, sha256(canonical)].join("\n");
  const key = scope.split("/").reduce<Buffer | string>((made, part) => hmac(made, part), `AWS4${secret}`);
  return hmac(key, text).toString("hex") === signature;
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}

function sha256(content: Buffer | string): string {
  return createHash("sha256").update(content).digest("hex");
}
