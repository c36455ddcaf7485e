import { FileText } from "lucide-react";
import type { AttachmentRecord } from "#contract/support-attachments.ts";
import styles from "#web/features/support/attachments.module.css";
import { fileSize } from "#web/features/support/uploads.ts";

/**
 * A message's attachments: pictures as thumbnails, everything as a download. Plain markup, since the public page of a
 * mailed link shows it too.
 */
export function Attachments({ files }: { files: readonly AttachmentRecord[] }) {
  if (files.length === 0) return null;
  return (
    <ul className={styles.files}>
      {files.map((file) => (
        <li key={file._id}>
          <a className={styles.file} href={file.url} download={file.name}>
            {file.mimeType.startsWith("image/") ? (
              <img src={file.url} alt="" loading="lazy" className={styles.plate} />
            ) : (
              <FileText size={22} aria-hidden />
            )}
            <span className={styles.name}>
              <bdi>{file.name}</bdi>
              <span className={styles.size}> {fileSize(file.bytes)}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

const webAddress = /(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]])/g;

/** What somebody wrote, line breaks kept and web addresses as links; never markup. */
export function MessageText({ text, className }: { text: string; className?: string | undefined }) {
  return (
    <p className={className} dir="auto">
      {text.split(webAddress).map((part, index) =>
        index % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text never change places.
          <a key={index} href={part} target="_blank" rel="noopener noreferrer nofollow">
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </p>
  );
}
