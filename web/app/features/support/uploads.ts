import { useCallback, useEffect, useState } from "react";
import {
  type AttachmentRecord,
  attachmentTypes,
  maxAttachmentBytes,
  maxAttachments,
  postSupportAttachment,
} from "#contract/support-attachments.ts";
import { postGuestAttachment } from "#contract/support-guest.ts";
import { api, messageOf, requestKey, statusOf } from "#web/api/client.ts";
import { readText, writeText } from "#web/ui/storage.ts";
import { createStore, useStore } from "#web/ui/store.ts";
import { useUnloadGuard } from "#web/ui/unload-guard.ts";

interface Upload {
  key: string;
  name: string;
  size: number;
  /** Null for one that was uploaded before the page was loaded. */
  file: File | null;
  /** `refused`: a retry can't help. */
  state: "uploading" | "done" | "failed" | "refused";
  error: string | null;
  record: AttachmentRecord | null;
}

export const acceptedFiles = attachmentTypes.join(",");

async function sendOwn(file: File): Promise<AttachmentRecord> {
  const body = new FormData();
  body.set("file", file);
  const answer = await api(postSupportAttachment, { body } as never);
  return answer.body.data;
}

/** Sends a file as the visitor who holds this link. */
export function sendAsGuest(token: string): (file: File) => Promise<AttachmentRecord> {
  return async (file) => {
    const body = new FormData();
    body.set("token", token);
    body.set("file", file);
    const answer = await api(postGuestAttachment, { body } as never);
    return answer.body.data;
  };
}

function refusalOf(file: File): string | null {
  if (!(attachmentTypes as readonly string[]).includes(file.type)) {
    return "Please attach images (PNG, JPEG, GIF, WebP) or PDF files.";
  }
  return file.size > maxAttachmentBytes ? "Please attach files of at most 5 MB each." : null;
}

function newUpload(file: File): Upload {
  const error = refusalOf(file);
  const state = error ? "refused" : "uploading";
  return { key: requestKey(), name: file.name, size: file.size, file, state, error, record: null };
}

function keptUpload(record: AttachmentRecord): Upload {
  const { _id: key, name, bytes: size } = record;
  return { key, name, size, file: null, state: "done", error: null, record };
}

/** Too large, no picture or PDF. */
const refusals = new Set([413, 415]);
const none: Upload[] = [];
const recordsOf = (uploads: readonly Upload[]) => uploads.flatMap(({ record }) => (record ? [record] : []));

/** The files of each draft, outside of what shows them: one may be under way while its composer is left and opened again. */
const lists = createStore<Record<string, Upload[]>>({});
const listOf = (draft: string) => lists.getState()[draft] ?? none;

function setList(draft: string, uploads: Upload[]): void {
  lists.setState({ ...lists.getState(), [draft]: uploads });
  storeUploads(draft, recordsOf(uploads));
}

/** What was stored, by another tab too, and those under way or failed here. */
function openList(draft: string): void {
  const stored = readStoredUploads(draft).map(({ record }) => keptUpload(record));
  setList(draft, [...stored, ...listOf(draft).filter(({ record }) => !record)]);
}

/**
 * The files that go along with a message: uploaded as soon as they are chosen, each with its own outcome, and kept
 * with the draft of that name until the message is sent. Mount it anew for each draft.
 */
export function useUploads(draft: string, send: (file: File) => Promise<AttachmentRecord> = sendOwn) {
  const uploads = useStore(lists, (all) => all[draft] ?? none);
  const [tooMany, setTooMany] = useState(false);
  const setUploads = useCallback(
    (next: (all: Upload[]) => Upload[]) => setList(draft, next(listOf(draft))),
    [draft],
  );

  useEffect(() => openList(draft), [draft]);
  const busy = uploads.some(({ state }) => state === "uploading");
  useUnloadGuard(busy);

  const change = useCallback(
    (key: string, part: Partial<Upload>) => {
      setUploads((all) => all.map((upload) => (upload.key === key ? { ...upload, ...part } : upload)));
    },
    [setUploads],
  );

  const start = useCallback(
    (upload: Upload) => {
      if (!upload.file) return;
      change(upload.key, { state: "uploading", error: null });
      send(upload.file).then(
        (record) => change(upload.key, { state: "done", record }),
        (error) =>
          change(upload.key, {
            state: refusals.has(statusOf(error)) ? "refused" : "failed",
            error: messageOf(error, "Upload failed."),
          }),
      );
    },
    [change, send],
  );

  const add = useCallback(
    (files: readonly File[]) => {
      const room = Math.max(0, maxAttachments - uploads.length);
      setTooMany(files.length > room);
      const added = files.slice(0, room).map(newUpload);
      setUploads((all) => [...all, ...added]);
      for (const upload of added) if (!upload.error) start(upload);
    },
    [uploads.length, start, setUploads],
  );

  const remove = useCallback(
    (key: string) => {
      setTooMany(false);
      setUploads((all) => all.filter((upload) => upload.key !== key));
    },
    [setUploads],
  );
  /** Forgets those that were sent. */
  const clear = useCallback(
    (sent: readonly string[]) => {
      setTooMany(false);
      setUploads((all) => all.filter(({ record }) => !record || !sent.includes(record._id)));
    },
    [setUploads],
  );

  return {
    uploads,
    tooMany,
    add,
    remove,
    clear,
    retry: start,
    busy,
    /** Why a message can't be sent with these files: a failed one is never silently left out. */
    problem: uploads.some(({ state }) => state === "failed" || state === "refused")
      ? "A file could not be attached. Please remove it, or attach another one."
      : null,
    ids: recordsOf(uploads).map(({ _id }) => _id),
  };
}

export type Uploads = ReturnType<typeof useUploads>;

/** The server deletes a file that no message took within a day; it is offered for an hour less. */
const storedMilliseconds = 23 * 60 * 60 * 1000;

interface StoredUpload {
  at: number;
  record: AttachmentRecord;
}

const placeOf = (draft: string) => `${draft}:files`;

/** The files that were uploaded for a draft and not sent yet, so that a reload does not lose them. */
export function readStoredUploads(draft: string, now = Date.now()): StoredUpload[] {
  try {
    const kept = JSON.parse(readText(placeOf(draft)) || "[]") as StoredUpload[];
    return kept.filter(({ at, record }) => now - at < storedMilliseconds && typeof record._id === "string");
  } catch {
    return [];
  }
}

export function storeUploads(draft: string, records: readonly AttachmentRecord[], now = Date.now()): void {
  const before = new Map(readStoredUploads(draft, now).map(({ at, record }) => [record._id, at]));
  const kept = records.map((record): StoredUpload => ({ at: before.get(record._id) ?? now, record }));
  writeText(placeOf(draft), kept.length > 0 ? JSON.stringify(kept) : "");
}

/** "840 KB", "2.4 MB". */
export function fileSize(bytes: number): string {
  if (bytes < 1024) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  if (bytes < 1_048_576) return `${Math.round(bytes / 1024)} KB`;
  return `${(bytes / 1_048_576).toFixed(1)} MB`;
}
