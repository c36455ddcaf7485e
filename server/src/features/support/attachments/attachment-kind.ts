import { startOf } from "#contract/plain-text.ts";
import type { AttachmentRecord } from "#contract/support-attachments.ts";
import { Failure } from "#server/platform/failure.ts";
import { readImageMetadata } from "#server/platform/image-metadata.ts";

type MimeType = AttachmentRecord["mimeType"];

const extensions: Record<MimeType, string> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
  "application/pdf": "pdf",
};

/** An attachment is only ever downloaded, but whoever opens it has to unpack it. */
const mostPixels = 100_000_000;

/** What a file is by its bytes, whatever it is called; null for everything that is neither image nor PDF. */
export async function detectMimeType(bytes: Buffer): Promise<MimeType | null> {
  const kind = mimeTypeBySignature(bytes);
  if (kind === null || kind === "application/pdf") return kind;
  try {
    const { pixels } = await readImageMetadata(bytes, false);
    return pixels > 0 && pixels <= mostPixels ? kind : null;
  } catch (error) {
    if (error instanceof Failure) throw error;
    return null;
  }
}

function mimeTypeBySignature(bytes: Buffer): MimeType | null {
  const begins = (signature: string, at = 0) =>
    bytes.subarray(at, at + signature.length).equals(Buffer.from(signature, "latin1"));
  if (begins("\x89PNG\r\n\x1a\n")) return "image/png";
  if (begins("\xff\xd8\xff")) return "image/jpeg";
  if (begins("GIF87a") || begins("GIF89a")) return "image/gif";
  if (begins("RIFF") && begins("WEBP", 8)) return "image/webp";
  if (begins("%PDF-")) return "application/pdf";
  return null;
}

/** The client's name for a file, made harmless: no path, no control characters, the ending that its bytes have. */
export function safeFileName(name: string, kind: MimeType): string {
  const base = (name.split(/[\\/]/).at(-1) ?? "")
    .toWellFormed()
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cf}"<>|:*?]+/gu, "")
    .replace(/\.[A-Za-z0-9]{1,5}$/, "")
    .trim();
  return `${startOf(base, 120) || "attachment"}.${extensions[kind]}`;
}
