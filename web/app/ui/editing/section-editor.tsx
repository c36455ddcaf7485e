import type { ReactNode } from "react";
import type { SectionName } from "#contract/content-sections.ts";
import { EditorForm, EditorLayout } from "#web/ui/editing/editor-form.tsx";
import { StatusCard, type StatusFact } from "#web/ui/editing/panel.tsx";
import { PreviewFrame } from "#web/ui/editing/preview.tsx";
import type { SectionEditorState } from "#web/ui/editing/use-section-editor.ts";
import { VersionsDrawer } from "#web/ui/editing/versions-drawer.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { Group } from "#web/ui/elements/layout.tsx";

/**
 * The frame that the editors of all sections of the site have in common: its status, what can be done with the whole
 * section, the form, and the real public component beside it. `children` are the form's fields.
 */
export function SectionEditor<R extends { version: number }, V>(props: {
  section: SectionName;
  label: string;
  state: SectionEditorState<R, V>;
  statusTitle: string;
  facts: StatusFact[];
  /** A passing message, between the actions and the form. */
  message?: ReactNode;
  submitDisabled?: boolean;
  onSubmit?: () => Promise<unknown>;
  onProblem?: (fieldId: string) => void;
  previewTitle: string;
  preview: ReactNode;
  /** The section is switched off, so visitors do not see what is previewed. */
  hidden?: boolean;
  children: ReactNode;
}) {
  const { section, label, state } = props;
  const { activation, busy } = state;
  return (
    <>
      <StatusCard title={props.statusTitle} facts={props.facts} />
      <Group gap="sm" mb="lg">
        {activation && (
          <>
            <Button variant="default" off={busy} onClick={activation.toggle}>
              {activation.isActive ? "Deactivate" : "Activate"}
            </Button>
            <Button variant="default" off={busy || !activation.isActive} onClick={activation.remove}>
              {activation.removeLabel}
            </Button>
          </>
        )}
        <Button variant="default" off={busy} onClick={state.reset}>
          Reset to Default
        </Button>
        <VersionsDrawer
          section={section}
          label={label}
          unsaved={state.editor.dirty}
          onRestored={state.reload}
          restoreReset={state.restore}
        />
        {state.wasReset && <UndoReset busy={busy} onUndo={state.undoReset} />}
      </Group>
      {props.message}
      <EditorLayout
        form={
          <EditorForm
            editor={state.editor}
            subject={section}
            failure={state.failure}
            onProblem={props.onProblem}
            {...(props.submitDisabled === undefined ? {} : { submitDisabled: props.submitDisabled })}
            {...(props.onSubmit ? { onSubmit: props.onSubmit } : {})}
          >
            {props.children}
          </EditorForm>
        }
        preview={
          <PreviewFrame title={props.previewTitle} hidden={props.hidden}>
            {props.preview}
          </PreviewFrame>
        }
      />
    </>
  );
}

/** Offered right after a reset. */
function UndoReset({ busy, onUndo }: { busy: boolean; onUndo: () => void }) {
  return (
    <Button size="sm" variant="default" mt="xs" off={busy} onClick={onUndo}>
      Bring back what stood before
    </Button>
  );
}
