import fastifyMultipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { failure } from "#server/platform/failure.ts";

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

/**
 * Reads the one file of an upload. Throws 415 for another kind of body, 400 where the field is missing or the body
 * is damaged, 413 for a file over the limit.
 */
export async function readUpload(
  request: FastifyRequest,
  options: { field: string; maxBytes: number; missing: string; tooLarge: string },
): Promise<UploadedFile> {
  if (!request.isMultipart()) throw failure("UNSUPPORTED_TYPE");
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
    throw failure("INVALID_INPUT", options.missing, { fields: { [options.field]: options.missing } });
  }
  return found;
}

function uploadFailure(error: unknown, tooLarge: string): unknown {
  const code = (error as { code?: unknown }).code;
  if (code === "FST_REQ_FILE_TOO_LARGE") return failure("TOO_LARGE", tooLarge);
  if (code === "ECONNRESET" || code === "ERR_STREAM_PREMATURE_CLOSE") return failure("MALFORMED_REQUEST");
  return failure("MALFORMED_REQUEST", "The upload could not be read.", { cause: error });
}
