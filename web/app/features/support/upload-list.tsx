import { Paperclip, RotateCcw, X } from "lucide-react";
import { maxAttachments } from "#contract/support-attachments.ts";
import styles from "#web/features/support/attachments.module.css";
import { acceptedFiles, fileSize, type Uploads } from "#web/features/support/uploads.ts";
import { ActionIcon, Button } from "#web/ui/elements/button.tsx";
import { FileButton } from "#web/ui/elements/file-button.tsx";
import { Text } from "#web/ui/elements/text.tsx";
import { Loader } from "#web/ui/elements/waiting.tsx";

export function AttachButton({ uploads, disabled }: { uploads: Uploads; disabled?: boolean }) {
  return (
    <FileButton multiple accept={acceptedFiles} onChange={uploads.add}>
      {(props) => (
        <Button
          {...props}
          variant="default"
          size="sm"
          leftSection={<Paperclip size={16} aria-hidden />}
          disabled={disabled}
          off={uploads.uploads.length >= maxAttachments}
        >
          Attach
        </Button>
      )}
    </FileButton>
  );
}

/** The files of a message that is being written, each with its state and its own failure. */
export function UploadList({ uploads }: { uploads: Uploads }) {
  if (uploads.uploads.length === 0) return null;
  return (
    <>
      <ul className={styles.uploads} aria-label="Attached files">
        {uploads.uploads.map((upload) => (
          <li key={upload.key} className={styles.upload} data-state={upload.state}>
            {upload.state === "uploading" ? (
              <Loader size={16} aria-label="Uploading" />
            ) : (
              <Paperclip size={16} aria-hidden />
            )}
            <span className={styles.name}>
              {upload.name}
              <span className={styles.size}> {fileSize(upload.size)}</span>
              {upload.error && (
                <span className={styles.error} role="alert">
                  {upload.error}
                </span>
              )}
            </span>
            {upload.state === "failed" && (
              <ActionIcon aria-label={`Upload ${upload.name} again`} onClick={() => uploads.retry(upload)}>
                <RotateCcw size={16} aria-hidden />
              </ActionIcon>
            )}
            <ActionIcon
              aria-label={`Remove ${upload.name}`}
              onClick={(event) => {
                uploads.remove(upload.key);
                // The button is removed with its file, so the focus goes back to the text.
                event.currentTarget.closest("form")?.querySelector("textarea")?.focus();
              }}
            >
              <X size={16} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {uploads.tooMany && (
        <Text size="sm" c="red" role="alert">
          Please attach at most {maxAttachments} files.
        </Text>
      )}
    </>
  );
}
