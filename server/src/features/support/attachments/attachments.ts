import { randomBytes } from "node:crypto";
import { dayMs } from "#contract/day.ts";
import { isSupportStaff } from "#contract/roles.ts";
import {
  type AttachmentRecord,
  attachmentQuotaBytes,
  attachmentQuotaExceeded,
  maxAttachmentBytes,
} from "#contract/support-attachments.ts";
import { isId } from "#server/db/ids.ts";
import { lockOwner } from "#server/db/lock-owner.ts";
import { failure } from "#server/platform/failure.ts";
import type { Viewer } from "#server/platform/http/viewer.ts";
import { workOff } from "#server/platform/jobs.ts";
import type { Platform } from "#server/platform/platform.ts";
import { storeFiles } from "#server/platform/unclaimed-files.ts";
import { attachmentRecord } from "../tickets/ticket-records.ts";
import { detectMimeType, safeFileName } from "./attachment-kind.ts";
import {
  type AttachmentOwner,
  type AttachmentRow,
  bytesOfAttachments,
  deleteAttachment,
  discardAttachment,
  findAttachment,
  findUnusedAttachments,
  insertAttachment,
} from "./attachments.repository.ts";

const looseMilliseconds = dayMs;

/** Keeps an upload until a message takes it: one of `by`, a person, or of the visitor who holds the link to a ticket. */
export async function saveAttachment(
  platform: Platform,
  by: Pick<Viewer, "id" | "role"> | { guestTicketId: string },
  file: { bytes: Buffer; name: string },
): Promise<AttachmentRecord> {
  if (file.bytes.length > maxAttachmentBytes) throw failure("TOO_LARGE");
  const isGuest = "guestTicketId" in by;
  const owner = isGuest ? by : { uploadedBy: by.id };
  if (isGuest || !isSupportStaff(by)) await requireQuota(platform, owner, file.bytes.length);
  const mimeType = await detectMimeType(file.bytes);
  if (!mimeType)
    throw failure("UNSUPPORTED_TYPE", "Please attach images (PNG, JPEG, GIF, WebP) or PDF files.");
  const fileKey = `support/${randomBytes(18).toString("hex")}`;
  const name = safeFileName(file.name, mimeType);
  const row = { ...owner, fileKey, name, mimeType, bytes: file.bytes.length };
  return storeFiles(platform, [{ key: fileKey, bytes: file.bytes, mimeType }], async (tx) => {
    if (!isGuest && !(await lockOwner(tx, by.id, "share"))) throw failure("UNAUTHENTICATED");
    return attachmentRecord(await insertAttachment(tx, row));
  });
}

async function requireQuota({ db }: Platform, owner: AttachmentOwner, bytes: number): Promise<void> {
  if ((await bytesOfAttachments(db, owner)) + bytes > attachmentQuotaBytes)
    throw failure("TOO_LARGE", attachmentQuotaExceeded);
}

/** The file for the ticket's owner, the staff, or the one who has just uploaded it. */
export async function readAttachment(
  platform: Platform,
  viewer: Viewer,
  id: string,
): Promise<{ attachment: AttachmentRow; bytes: Buffer }> {
  const found = isId(id) ? await findAttachment(platform.db, id) : null;
  if (!found || !mayRead(found, viewer)) throw failure("NOT_FOUND");
  return fileOf(platform, found.attachment);
}

/** The file for the visitor who holds the link to its ticket. */
export async function readAttachmentOfTicket(
  platform: Platform,
  ticketId: string,
  id: string,
): Promise<{ attachment: AttachmentRow; bytes: Buffer }> {
  const found = isId(id) ? await findAttachment(platform.db, id) : null;
  if (found?.attachment.ticketId !== ticketId) throw failure("NOT_FOUND");
  return fileOf(platform, found.attachment);
}

async function fileOf(platform: Platform, attachment: AttachmentRow) {
  const bytes = await platform.storage.get(attachment.fileKey);
  if (!bytes) throw failure("NOT_FOUND");
  return { attachment, bytes };
}

function mayRead(found: { attachment: AttachmentRow; ownerId: string | null }, viewer: Viewer): boolean {
  if (found.attachment.ticketId === null) return found.attachment.uploadedBy === viewer.id;
  return isSupportStaff(viewer) || found.ownerId === viewer.id;
}

/**
 * Deletes uploads that no message took within a day, and files of erased persons. The row goes last: a file that
 * could not be removed is tried again the next time.
 */
export async function deleteUnusedAttachments(
  { db, storage, log }: Pick<Platform, "db" | "storage" | "log">,
  now = Date.now(),
): Promise<void> {
  const before = new Date(now - looseMilliseconds);
  await workOff(
    log,
    (...some) => findUnusedAttachments(db, before, ...some),
    async ({ id, fileKey }) => {
      if (!(await discardAttachment(db, id))) return;
      await storage.remove(fileKey);
      await deleteAttachment(db, id);
    },
  );
}
