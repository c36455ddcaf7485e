import { CircleAlert, Send } from "lucide-react";
import { type ClipboardEvent, type ReactNode, type Ref, useImperativeHandle, useRef } from "react";
import styles from "#web/features/support/composer.module.css";
import { addedSince } from "#web/features/support/draft.ts";
import { type OutgoingMessage, unsent, useSending } from "#web/features/support/sending.ts";
import { AttachButton, UploadList } from "#web/features/support/upload-list.tsx";
import { useUploads } from "#web/features/support/uploads.ts";
import { Alert } from "#web/ui/elements/alert.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { Textarea } from "#web/ui/elements/inputs.tsx";
import { keyOf } from "#web/ui/key-of.ts";
import { readText } from "#web/ui/storage.ts";
import { textDraft, useDraft } from "#web/ui/use-draft.ts";

export interface ComposerHandle {
  focus(): void;
  /** Appends a text. */
  insert(text: string): void;
}

/**
 * Where a message is written. The text is kept in the browser until the server has it, and stays where it is when
 * sending fails. Mount it anew for each ticket and kind of message.
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
  const { draftKey, label, disabledReason, withFiles = false } = props;
  const [text, setText] = useDraft(draftKey, { ...textDraft, start: () => readText(draftKey) });
  const latest = useRef(text);
  const uploads = useUploads(draftKey);
  const input = useRef<HTMLTextAreaElement>(null);
  const { sending, problem, setProblem, send } = useSending(draftKey, props.onSend, (sent) => {
    // A canned reply or a file added while sending was not sent, and is kept.
    type(addedSince(sent.message, latest.current));
    uploads.clear(sent.attachments);
  });

  function type(next: string) {
    latest.current = next;
    setText(next);
    // No text is left that was not sent.
    if (next.trim() === "") setProblem(null);
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

  function submit() {
    if (!ready) return;
    setProblem(uploads.problem);
    if (!uploads.problem) send({ message: text, attachments: uploads.ids });
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
        submit();
      }}
    >
      {problem && (
        <Alert color="red" icon={<CircleAlert size={18} aria-hidden />} role="alert" title={unsent}>
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
          if (keyOf(event) === "Enter" && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            submit();
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
          off={blank || Boolean(disabledReason) || uploads.busy}
          busy={sending}
        >
          {sending ? "Sending..." : "Send"}
        </Button>
      </div>
    </form>
  );
}
