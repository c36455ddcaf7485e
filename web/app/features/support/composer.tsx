import { CircleAlert, Send } from "lucide-react";
import { type ClipboardEvent, type ReactNode, type Ref, useImperativeHandle, useRef, useState } from "react";
import { ApiError } from "#web/api/client.ts";
import { useSameRequest } from "#web/api/same-request.ts";
import styles from "#web/features/support/composer.module.css";
import { addedSince, replyKeyBytes } from "#web/features/support/draft.ts";
import { AttachButton, UploadList } from "#web/features/support/upload-list.tsx";
import { useUploads } from "#web/features/support/uploads.ts";
import { Alert } from "#web/ui/elements/alert.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { Textarea } from "#web/ui/elements/inputs.tsx";
import { readDraft, textDraft, useDraft } from "#web/ui/use-draft.ts";

export interface ComposerHandle {
  focus(): void;
  /** Appends a text. */
  insert(text: string): void;
}

export interface OutgoingMessage {
  key: string;
  message: string;
  attachments: string[];
}

/**
 * Where a message is written. The text is kept in the browser until the server has it, and stays where it is when
 * sending fails. What got no answer is sent again under the same key, so that it is stored once. Mount it anew for each
 * ticket and kind of message.
 */
export function Composer(props: {
  draftKey: string;
  label: string;
  placeholder?: string;
  /** Why nothing can be sent now; the input is disabled then. */
  disabledReason?: string | undefined;
  hint?: ReactNode;
  /** Above the input, in place of its visible label. */
  head?: ReactNode;
  withFiles?: boolean;
  tools?: ReactNode;
  handle?: Ref<ComposerHandle>;
  onSend: (message: OutgoingMessage) => Promise<unknown>;
  onTyping?: (typing: boolean) => void;
}) {
  const { label, disabledReason, withFiles = false } = props;
  const [text, setText] = useDraft(props.draftKey, { ...textDraft, start: () => readDraft(props.draftKey) });
  const latest = useRef(text);
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const uploads = useUploads(props.draftKey);
  const input = useRef<HTMLTextAreaElement>(null);
  const request = useSameRequest(replyKeyBytes);

  function type(next: string) {
    latest.current = next;
    setText(next);
    props.onTyping?.(next.trim() !== "");
  }

  useImperativeHandle(props.handle, () => ({
    focus: () => input.current?.focus(),
    insert(added) {
      const present = latest.current.trimEnd();
      type(present === "" ? added : `${present}\n\n${added}`);
      input.current?.focus();
    },
  }));

  const blank = text.trim() === "";
  const ready = !blank && !sending && !disabledReason && !uploads.busy;

  async function send() {
    if (!ready) return;
    setProblem(uploads.problem);
    if (uploads.problem) return;
    setSending(true);
    setProblem(null);
    try {
      const { ids } = uploads;
      const key = request.keyFor([text, ids]);
      await props.onSend({ key, message: text, attachments: ids });
      request.answered();
      // A canned reply or a file added while sending was not sent, and is kept.
      type(addedSince(text, latest.current));
      uploads.clear(ids);
    } catch (error) {
      request.answered(error);
      setProblem(error instanceof ApiError ? error.message : "Something went wrong. Please try again.");
    } finally {
      setSending(false);
    }
  }

  function paste(event: ClipboardEvent) {
    const files = [...event.clipboardData.files];
    if (!withFiles || files.length === 0) return;
    event.preventDefault();
    uploads.add(files);
  }

  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {problem && (
        <Alert
          color="red"
          icon={<CircleAlert size={18} aria-hidden />}
          role="alert"
          title="Your message was not sent"
        >
          {problem} Your text is still here.
        </Alert>
      )}
      {props.head}
      <Textarea
        ref={input}
        {...(props.head ? { "aria-label": label } : { label })}
        placeholder={disabledReason ?? props.placeholder}
        minRows={2}
        maxRows={10}
        maxLength={5000}
        value={text}
        readOnly={sending}
        disabled={Boolean(disabledReason)}
        onChange={(event) => type(event.currentTarget.value)}
        onPaste={paste}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            send();
          }
        }}
      />
      {withFiles && <UploadList uploads={uploads} />}
      <div className={styles.bar}>
        {withFiles && <AttachButton uploads={uploads} disabled={Boolean(disabledReason) || sending} />}
        {props.tools}
        <span className={styles.hint}>{disabledReason ?? props.hint}</span>
        <Button
          type="submit"
          rightSection={<Send size={16} aria-hidden />}
          disabled={blank || Boolean(disabledReason) || uploads.busy}
          aria-disabled={sending || undefined}
          data-busy={sending || undefined}
        >
          {sending ? "Sending..." : "Send"}
        </Button>
      </div>
    </form>
  );
}
