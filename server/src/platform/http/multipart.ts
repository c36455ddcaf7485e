import fastifyMultipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { limitConcurrency, limitConcurrencyByKey } from "#server/platform/concurrency.ts";
import { failure, invalid } from "#server/platform/failure.ts";
import { addressKey } from "./client-address.ts";

const accepting = new WeakSet<FastifyInstance>();

/** Has the server read multipart bodies, for calls of the kind "multipart"; any number of features may ask for it. */
export function acceptMultipart(app: FastifyInstance): void {
  if (accepting.has(app)) return;
  accepting.add(app);
  app.register(fastifyMultipart, { throwFileSizeLimit: true });
}

export interface UploadedFile {
  bytes: Buffer;
  /** As the client named it: not to be trusted. */
  name: string;
  /** The form's other fields that came with it. */
  fields: ReadonlyMap<string, string>;
}

/** What is read or worked on at once, with those that may wait: a person's one by one, an address's few, all in all. */
export const uploadsAtOnce = { ofPerson: 1, ofAddress: 4, ofAll: 16 };
const ofPerson = limitConcurrencyByKey(uploadsAtOnce.ofPerson, 5);
const ofAddress = limitConcurrencyByKey(uploadsAtOnce.ofAddress, 16);
const ofAll = limitConcurrency(uploadsAtOnce.ofAll, 32);

interface UploadOptions {
  field: string;
  maxBytes: number;
  missing: string;
  tooLarge: string;
}

/**
 * Reads the one file of an upload and hands it to `keep`, in turn with other uploads. Throws 415 for another kind of
 * body, 400 where the field is missing or the body is damaged, 408 for one that comes too slowly, 413 for a file over
 * the limit, 503 where too many wait.
 */
export async function takeUpload<Kept>(
  request: FastifyRequest,
  options: UploadOptions,
  keep: (file: UploadedFile) => Promise<Kept>,
): Promise<Kept> {
  if (!request.isMultipart()) throw failure("UNSUPPORTED_TYPE");
  const address = addressKey(request);
  const work = async () => keep(await inTime(request, readFile(request, options)));
  return ofPerson(request.viewer?.id ?? address, () => ofAddress(address, () => ofAll(work)));
}

/** In each span of `patience.bodyMs` so much has to come, about 4 KB a second, until the body is there. */
export const leastBytes = 65_536;

async function inTime<Result>(request: FastifyRequest, reading: Promise<Result>): Promise<Result> {
  const { raw } = request;
  let pace: NodeJS.Timeout | undefined;
  const brokenOff = new Promise<never>((_resolve, reject) => {
    // The parser waits for ever for a body that broke off before it was asked for.
    const hungUp = () => raw.complete || reject(failure("MALFORMED_REQUEST"));
    if (raw.destroyed) hungUp();
    else raw.once("close", hungUp);
    let before = raw.socket.bytesRead;
    pace = setInterval(() => {
      const now = raw.socket.bytesRead;
      if (!raw.complete && now - before < leastBytes) reject(failure("REQUEST_TIMEOUT"));
      before = now;
    }, request.server.patience.bodyMs);
  });
  try {
    return await Promise.race([reading, brokenOff]);
  } finally {
    clearInterval(pace);
    // What was left half read fails when the connection ends.
    reading.catch(() => undefined);
  }
}

async function readFile(request: FastifyRequest, options: UploadOptions): Promise<UploadedFile> {
  let found: UploadedFile | null = null;
  const fields = new Map<string, string>();
  try {
    const parts = request.parts({
      limits: {
        fileSize: options.maxBytes,
        files: 1,
        fields: 10,
        parts: 11,
        fieldSize: 10_000,
        headerPairs: 50,
      },
    });
    for await (const part of parts) {
      if (part.type !== "file") {
        fields.set(part.fieldname, String(part.value));
        continue;
      }
      const bytes = await part.toBuffer();
      if (part.fieldname === options.field) found = { bytes, name: part.filename, fields };
    }
  } catch (error) {
    throw uploadFailure(error, options.tooLarge);
  }
  if (!found || found.bytes.length === 0) {
    throw invalid({ [options.field]: options.missing });
  }
  return found;
}

function uploadFailure(error: unknown, tooLarge: string): unknown {
  const code = (error as { code?: unknown }).code;
  if (code === "FST_REQ_FILE_TOO_LARGE") return failure("TOO_LARGE", tooLarge);
  if (code === "ECONNRESET" || code === "ERR_STREAM_PREMATURE_CLOSE") return failure("MALFORMED_REQUEST");
  return failure("MALFORMED_REQUEST", "The upload could not be read.", { cause: error });
}
