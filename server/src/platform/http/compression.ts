import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyInstance, FastifyReply } from "fastify";

export type Encoding = "br" | "gzip";

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Below this an answer fits into one packet anyway. */
const smallest = 1024;
const textual =
  /^(text\/|application\/(json|javascript|xml|manifest\+json|ld\+json)|image\/svg\+xml|font\/ttf)/;

/** The better of the two encodings that the client takes, or null. */
export function acceptedEncoding(header: string | undefined): Encoding | null {
  const accepted = new Map(
    (header ?? "").split(",").map((part) => {
      // Split at the sign alone: a pattern of blanks around it takes the square of a header of 15 KB of them.
      const [name = "", ...parameters] = part
        .toLowerCase()
        .split(";")
        .map((text) => text.trim());
      const quality = parameters.find((parameter) => parameter.startsWith("q="));
      return [name, quality === undefined ? 1 : Number(quality.slice(2))] as const;
    }),
  );
  const takes = (name: string) => (accepted.get(name) ?? accepted.get("*") ?? 0) > 0;
  if (takes("br")) return "br";
  return takes("gzip") ? "gzip" : null;
}

/** Compresses off the main thread. `effort` goes from 1 to 11 as brotli counts; gzip ends at 9. */
export async function compressed(body: Buffer, encoding: Encoding, effort: number): Promise<Buffer> {
  if (encoding === "gzip") return zip(body, { level: Math.min(9, effort) });
  return brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: effort,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
}

function isCompressible(type: string): boolean {
  return textual.test(type) && !type.startsWith("text/event-stream");
}

function addVary(reply: FastifyReply, name: string): void {
  const present = String(reply.getHeader("vary") ?? "");
  const names = present.split(/\s*,\s*/).filter(Boolean);
  if (!names.some((each) => each.toLowerCase() === name.toLowerCase())) {
    reply.header("vary", [...names, name].join(", "));
  }
}

/** Compresses every text answer of more than a kilobyte that is not compressed yet. Streams pass as they are. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook<string | Buffer>("onSend", async (request, reply, payload) => {
    if (typeof payload !== "string" && !Buffer.isBuffer(payload)) return payload;
    if (reply.hasHeader("content-encoding") || reply.statusCode === 304) return payload;
    if (!isCompressible(String(reply.getHeader("content-type") ?? ""))) return payload;
    if (payload.length < smallest) return payload;
    addVary(reply, "Accept-Encoding");
    const encoding = acceptedEncoding(request.headers["accept-encoding"]);
    if (!encoding) return payload;
    const body = await compressed(Buffer.from(payload as string), encoding, 4);
    reply.header("content-encoding", encoding).removeHeader("content-length");
    return body;
  });
}
