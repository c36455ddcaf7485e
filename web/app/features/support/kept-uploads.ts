import type { AttachmentRecord } from "#contract/support-attachments.ts";
import { readDraft, writeDraft } from "#web/features/support/draft.ts";

/** The server drops what no message took within a day; shortly before, it is not offered any more. */
const keptMilliseconds = 23 * 60 * 60 * 1000;

interface Kept {
  at: number;
  record: AttachmentRecord;
}

const placeOf = (draft: string) => `${draft}:files`;

/** The files that were uploaded for a draft and not sent yet, so that a reload does not lose them. */
export function readKeptUploads(draft: string, now = Date.now()): Kept[] {
  try {
    const kept = JSON.parse(readDraft(placeOf(draft)) || "[]") as Kept[];
    return kept.filter(({ at, record }) => now - at < keptMilliseconds && typeof record._id === "string");
  } catch {
    return [];
  }
}

export function keepUploads(draft: string, records: readonly AttachmentRecord[], now = Date.now()): void {
  const before = new Map(readKeptUploads(draft, now).map(({ at, record }) => [record._id, at]));
  const kept = records.map((record): Kept => ({ at: before.get(record._id) ?? now, record }));
  writeDraft(placeOf(draft), kept.length > 0 ? JSON.stringify(kept) : "");
}
