import { useCallback, useState } from "react";
import {
  type AttachmentRecord,
  attachmentTypes,
  maxAttachmentBytes,
  maxAttachments,
  postSupportAttachment,
} from "#contract/support.ts";
import { ApiError, api } from "#web/api/client.ts";
import { newMessageKey } from "#web/features/support/message-key.ts";

export interface Upload {
  key: string;
  file: File;
  state: "uploading" | "done" | "failed";
  error: string | null;
  record: AttachmentRecord | null;
}

export const acceptedFiles = attachmentTypes.join(",");

async function send(file: File): Promise<AttachmentRecord> {
  const body = new FormData();
  body.set("file", file);
  const answer = await api(postSupportAttachment, { body } as never);
  return answer.data.data;
}

function refusalOf(file: File): string | null {
  if (!(attachmentTypes as readonly string[]).includes(file.type)) {
    return "Please attach images (PNG, JPEG, GIF, WebP) or PDF files.";
  }
  return file.size > maxAttachmentBytes ? "Please attach files of at most 5 MB each." : null;
}

/** The files that go along with a message: uploaded as soon as they are chosen, each with its own outcome. */
export function useUploads() {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const [tooMany, setTooMany] = useState(false);

  const change = useCallback((key: string, part: Partial<Upload>) => {
    setUploads((all) => all.map((upload) => (upload.key === key ? { ...upload, ...part } : upload)));
  }, []);

  const start = useCallback(
    (upload: Upload) => {
      change(upload.key, { state: "uploading", error: null });
      send(upload.file).then(
        (record) => change(upload.key, { state: "done", record }),
        (error) =>
          change(upload.key, {
            state: "failed",
            error: error instanceof ApiError ? error.message : "Upload failed.",
          }),
      );
    },
    [change],
  );

  const add = useCallback(
    (files: readonly File[]) => {
      const room = Math.max(0, maxAttachments - uploads.length);
      setTooMany(files.length > room);
      const added = files.slice(0, room).map((file): Upload => {
        const error = refusalOf(file);
        return { key: newMessageKey(), file, state: error ? "failed" : "uploading", error, record: null };
      });
      setUploads((all) => [...all, ...added]);
      for (const upload of added) if (!upload.error) start(upload);
    },
    [uploads.length, start],
  );

  const remove = useCallback((key: string) => {
    setTooMany(false);
    setUploads((all) => all.filter((upload) => upload.key !== key));
  }, []);
  const clear = useCallback(() => {
    setTooMany(false);
    setUploads([]);
  }, []);

  return {
    uploads,
    tooMany,
    add,
    remove,
    clear,
    retry: start,
    busy: uploads.some(({ state }) => state === "uploading"),
    failed: uploads.some(({ state }) => state === "failed"),
    ids: uploads.flatMap(({ record }) => (record ? [record._id] : [])),
  };
}

export type Uploads = ReturnType<typeof useUploads>;
