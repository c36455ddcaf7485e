import { Paperclip, RotateCcw, X } from "lucide-react";
import { useId, useRef } from "react";
import { maxAttachments } from "#contract/support-attachments.ts";
import listed from "#web/features/support/attachments.module.css";
import styles from "#web/features/support/guest-files.module.css";
import { acceptedFiles, fileSize, type Uploads } from "#web/features/support/uploads.ts";
import { Status } from "#web/ui/status.tsx";

/** Chooses files for an answer and shows the state of each. */
export function GuestFiles({ uploads, disabled }: { uploads: Uploads; disabled: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();
  const full = uploads.uploads.length >= maxAttachments;
  return (
    <div className={styles.chooser}>
      {uploads.uploads.length > 0 && (
        <ul className={listed.uploads} aria-label="Attached files">
          {uploads.uploads.map((upload) => (
            <li key={upload.key} className={listed.upload} data-state={upload.state}>
              <Paperclip size={16} aria-hidden />
              <span className={listed.name}>
                {upload.name} <span className={listed.size}>{fileSize(upload.size)}</span>
                {upload.state === "uploading" && <Status as="span"> Uploading...</Status>}
                {upload.error && (
                  <span className={listed.error} role="alert">
                    {upload.error}
                  </span>
                )}
              </span>
              {upload.state === "failed" && (
                <button
                  type="button"
                  aria-label={`Upload ${upload.name} again`}
                  onClick={() => uploads.retry(upload)}
                >
                  <RotateCcw size={16} aria-hidden />
                </button>
              )}
              <button
                type="button"
                aria-label={`Remove ${upload.name}`}
                onClick={() => {
                  uploads.remove(upload.key);
                  input.current?.focus();
                }}
              >
                <X size={16} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      {uploads.tooMany && (
        <p role="alert" className={listed.error}>
          Please attach at most {maxAttachments} files.
        </p>
      )}
      <label className={styles.attach} data-disabled={disabled || full || undefined}>
        <Paperclip size={16} aria-hidden /> Attach files
        <input
          ref={input}
          type="file"
          multiple
          accept={acceptedFiles}
          disabled={disabled || full}
          aria-describedby={hint}
          onChange={(event) => {
            uploads.add([...(event.currentTarget.files ?? [])]);
            // Reset, so that the same file can be chosen again after it was removed.
            event.currentTarget.value = "";
          }}
        />
      </label>
      <span id={hint} className={styles.hint}>
        Images and PDF, up to {maxAttachments} files of 5 MB.
      </span>
    </div>
  );
}
