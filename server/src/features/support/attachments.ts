import { randomBytes } from "node:crypto";
import { type AttachmentRecord, maxAttachmentBytes } from "#contract/support.ts";
import { failure } from "#server/platform/failure.ts";
import { isId } from "#server/platform/ids.ts";
import type { Platform } from "#server/platform/platform.ts";
import { fileNameOf, kindOf } from "./attachment-kind.ts";
import {
  deleteLooseAttachment,
  findAttachment,
  findLooseAttachments,
  insertAttachment,
} from "./attachments.repository.ts";
import type { AttachmentRow } from "./conversation.repository.ts";
import { isStaff, type Person } from "./ticket-access.ts";
import { attachmentRecord } from "./ticket-records.ts";

const looseMilliseconds = 24 * 60 * 60 * 1000;

/** Keeps an upload until a message takes it. The file is written before its row, and taken away if there is none. */
export async function keepAttachment(
  platform: Pick<Platform, "db" | "storage">,
  person: Person,
  file: { bytes: Buffer; name: string },
): Promise<AttachmentRecord> {
  if (file.bytes.length > maxAttachmentBytes) throw failure("TOO_LARGE");
  const mimeType = await kindOf(file.bytes);
  if (!mimeType)
    throw failure("UNSUPPORTED_TYPE", "Please attach images (PNG, JPEG, GIF, WebP) or PDF files.");
  const fileKey = `support/${randomBytes(18).toString("hex")}`;
  await platform.storage.put(fileKey, file.bytes, mimeType);
  try {
    const row = await insertAttachment(platform.db, {
      uploadedBy: person.id,
      fileKey,
      name: fileNameOf(file.name, mimeType),
      mimeType,
      bytes: file.bytes.length,
    });
    return attachmentRecord(row);
  } catch (error) {
    await platform.storage.remove(fileKey).catch(() => undefined);
    throw error;
  }
}

/** The file for the ticket's owner, the staff, or the one who has just uploaded it. */
export async function readAttachment(
  platform: Pick<Platform, "db" | "storage">,
  person: Person,
  id: string,
): Promise<{ attachment: AttachmentRow; bytes: Buffer }> {
  const found = isId(id) ? await findAttachment(platform.db, id) : null;
  if (!found || !mayRead(found, person)) throw failure("NOT_FOUND");
  const bytes = await platform.storage.get(found.attachment.fileKey);
  if (!bytes) throw failure("NOT_FOUND");
  return { attachment: found.attachment, bytes };
}

function mayRead(found: { attachment: AttachmentRow; ownerId: string | null }, person: Person): boolean {
  if (found.attachment.ticketId === null) return found.attachment.uploadedBy === person.id;
  return isStaff(person) || found.ownerId === person.id;
}

/** Deletes uploads that no message took within a day. Answers whether there may be more. */
export async function dropLooseAttachments(
  platform: Pick<Platform, "db" | "storage">,
  now = Date.now(),
): Promise<boolean> {
  const loose = await findLooseAttachments(platform.db, new Date(now - looseMilliseconds), 100);
  for (const { id, fileKey } of loose) {
    if (await deleteLooseAttachment(platform.db, id)) await platform.storage.remove(fileKey);
  }
  return loose.length === 100;
}
