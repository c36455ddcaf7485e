import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import type { FastifyInstance, FastifyReply } from "fastify";
import { acceptedEncoding, addVary, compressed, type Encoding } from "./compression.ts";

const types: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".json": "application/json; charset=utf-8",
};

interface CompressedFile {
  body: Buffer;
  etag: string;
}

export function staticHeaders(path: string): Record<string, string> {
  const forever = path.startsWith("/assets/");
  return {
    "cache-control": forever ? "public, max-age=31536000, immutable" : "public, max-age=3600",
    "x-content-type-options": "nosniff",
  };
}

/**
 * Answers the build's scripts, styles and drawings compressed: by the copy that the build made, else once here,
 * quickly for whoever asks first, then thoroughly, one file after another, for everyone after. The build never
 * changes while it serves.
 */
export function serveCompressedFiles(app: FastifyInstance, root: string): void {
  const files = new Map<string, string>(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && types[extname(entry.name)] !== undefined)
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        return [`/${relative(root, path).split(sep).join("/")}`, path] as const;
      }),
  );
  const kept = new Map<string, Promise<CompressedFile>>();
  let thorough: Promise<void> = Promise.resolve();

  async function compress(path: string, encoding: Encoding): Promise<CompressedFile> {
    const plain = await readFile(path);
    const etag = `W/"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`;
    const copy = encoding === "br" ? await readFile(`${path}.br`).catch(() => null) : null;
    if (copy) return { body: copy, etag };
    const key = `${encoding}:${path}`;
    thorough = thorough.then(async () => {
      const body = await compressed(plain, encoding, 11);
      kept.set(key, Promise.resolve({ body, etag }));
    });
    return { body: await compressed(plain, encoding, 9), etag };
  }

  function compressedFile(path: string, encoding: Encoding): Promise<CompressedFile> {
    const key = `${encoding}:${path}`;
    const found = kept.get(key);
    if (found) return found;
    const made = compress(path, encoding);
    kept.set(key, made);
    made.catch(() => kept.delete(key));
    return made;
  }

  app.addHook("onRequest", async (request, reply): Promise<FastifyReply | undefined> => {
    if (request.method !== "GET" && request.method !== "HEAD") return;
    const path = request.url.split("?")[0]!;
    const file = files.get(path);
    const encoding = file && acceptedEncoding(request.headers["accept-encoding"]);
    if (!file || !encoding) return;
    const { body, etag } = await compressedFile(file, encoding);
    reply.headers({ ...staticHeaders(path), etag, "content-type": types[extname(file)]! });
    addVary(reply, "Accept-Encoding");
    if (request.headers["if-none-match"] === etag) return reply.code(304).send();
    return reply.header("content-encoding", encoding).send(body);
  });
}
