import { type MouseEvent, type ReactNode, useEffect } from "react";
import { ConflictNotice } from "#web/ui/editing/conflict-notice.tsx";
import styles from "#web/ui/editing/editing.module.css";
import { type Failure, FailureNotice } from "#web/ui/editing/notices.tsx";
import { PendingUploadsContext } from "#web/ui/editing/pending-uploads.ts";
import type { RecordForm } from "#web/ui/editing/use-record-form.ts";
import { Button } from "#web/ui/elements/button.tsx";
import { Switch } from "#web/ui/elements/choice.tsx";
import { FormShell } from "#web/ui/form-shell.tsx";
import { useIsHere } from "#web/ui/is-here.ts";

/**
 * The form of every editor: failure and conflict are shown above its fields, the save row stays in view.
 * `subject` is the record's name in the audit log, which knows who saved it; a new record has none.
 */
export function EditorForm<R extends { version: number }, V>(props: {
  editor: RecordForm<R, V>;
  subject?: string | undefined;
  submitLabel?: string;
  submitDisabled?: boolean;
  /** By default the editor's own submit. */
  onSubmit?: () => Promise<unknown>;
  /** After each save that the server took, also one that overwrote another admin's, and one whose form was left. */
  onSaved?: () => void | Promise<void>;
  /** Then closes the form. Whoever left it may have another one open by now, which stays. */
  onClose?: () => void;
  /** Opens the tab or fold that hides a problem's field. */
  onProblem?: ((fieldId: string) => void) | undefined;
  /** By default the editor's last failure. */
  failure?: Failure | null;
  onCancel?: (() => void) | undefined;
  /** Tells whoever may replace this form whether something in it would be lost. */
  onDirty?: (dirty: boolean) => void;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const { editor, subject, onCancel, onDirty } = props;
  // A form that closes when it is saved takes no input meanwhile: it would be lost with the form.
  const held = editor.busy && props.onClose !== undefined;
  const isHere = useIsHere();

  async function settle(saving: Promise<boolean>) {
    if (!(await saving)) return;
    await props.onSaved?.();
    if (isHere()) props.onClose?.();
  }

  useEffect(() => {
    onDirty?.(editor.dirty);
    return () => onDirty?.(false);
  }, [editor.dirty, onDirty]);
  return (
    <FormShell
      submitLabel={props.submitLabel ?? "Save Changes"}
      busyLabel="Saving..."
      busy={editor.busy}
      dirty={editor.dirty}
      submitDisabled={props.submitDisabled}
      problems={editor.problems}
      onProblem={props.onProblem}
      onSubmit={props.onSubmit ?? (() => settle(editor.submit()))}
      stickyActions
      actions={
        <>
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
          )}
          {props.actions}
          <Button variant="subtle" className={styles.toPreview} onClick={showPreview}>
            Preview
          </Button>
        </>
      }
    >
      <FailureNotice failure={props.failure ?? editor.failure} />
      <ConflictNotice editor={editor} subject={subject} onOverwrite={() => settle(editor.overwrite())} />
      <div className={styles.fields} inert={held}>
        <PendingUploadsContext value={editor.uploads}>{props.children}</PendingUploadsContext>
      </div>
    </FormShell>
  );
}

function showPreview(event: MouseEvent) {
  const preview = event.currentTarget
    .closest(`.${styles.layout}`)
    ?.querySelector<HTMLElement>("[data-preview]");
  preview?.scrollIntoView({ block: "start", behavior: "instant" });
  preview?.focus({ preventScroll: true });
}

/** The form and its preview, beside each other where there is room and below each other elsewhere. */
export function EditorLayout({ form, preview }: { form: ReactNode; preview: ReactNode }) {
  return (
    <div className={styles.container}>
      <div className={styles.layout}>
        <div className={styles.formColumn}>{form}</div>
        <div className={styles.previewColumn}>{preview}</div>
      </div>
    </div>
  );
}

/** A card around fields that belong together. */
export function FieldCard(props: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <fieldset className={styles.card}>
      <legend className={styles.legend}>{props.title}</legend>
      {props.actions}
      {props.children}
    </fieldset>
  );
}

/** A switch with a description below it. */
export function SwitchField(props: { label: string; description: string; input: object }) {
  return <Switch label={props.label} description={props.description} {...props.input} />;
}
