import { Button, Group, Skeleton, TextInput } from "@mantine/core";
import { lazy, type ReactNode, Suspense, useEffect } from "react";
import { getPage, type PageRecord, pageForm, resetPage, restorePage, updatePage } from "#contract/pages.ts";
import { api } from "#web/api/client.ts";
import { ConflictNotice } from "#web/ui/editing/conflict-notice.tsx";
import { EditorLayout } from "#web/ui/editing/editor-layout.tsx";
import { editorToasts } from "#web/ui/editing/editor-toasts.ts";
import { FailureNotice } from "#web/ui/editing/failure-notice.tsx";
import { momentText } from "#web/ui/editing/moment.ts";
import { PreviewFrame } from "#web/ui/editing/preview-frame.tsx";
import { fieldId } from "#web/ui/editing/schema-errors.ts";
import { StatusCard } from "#web/ui/editing/status-card.tsx";
import { UndoReset } from "#web/ui/editing/undo-reset.tsx";
import { usePartActions } from "#web/ui/editing/use-part-actions.ts";
import { useRecordForm } from "#web/ui/editing/use-record-form.ts";
import { VersionsDrawer } from "#web/ui/editing/versions-drawer.tsx";
import { FormShell } from "#web/ui/form-shell.tsx";

/** The editor's library is large, and only this panel needs it. */
const RichText = lazy(() => import("#web/ui/editing/rich-text.tsx"));

type Values = { title: string; body: string };
export type LegalPagePreview = (page: PageRecord) => ReactNode;

const valuesOf = (record: PageRecord | null): Values => ({ title: record!.title, body: record!.body });

export function LegalPageEditor(props: {
  record: PageRecord;
  label: string;
  store: (record: PageRecord) => void;
  preview: LegalPagePreview;
  onDirty: (dirty: boolean) => void;
}) {
  const { record, label, store, onDirty } = props;
  const { slug } = record;
  const params = { slug };
  const editor = useRecordForm<PageRecord, Values>({
    record,
    valuesOf,
    schema: pageForm,
    save: async (body, version) => (await api(updatePage, { params, body: { ...body, version } })).data.data,
    onSaved: (saved) => {
      store(saved);
      actions.forgetReset();
      editorToasts.success("Page updated successfully!");
    },
    failureTitle: "Failed to update page",
  });
  const actions = usePartActions<PageRecord, Values>({
    editor,
    store,
    load: async () => (await api(getPage, { params })).data.data,
    reset: async () => (await api(resetPage, { params })).data.data,
    restore: async () => (await api(restorePage, { params })).data.data,
    resetQuestion: {
      title: `Reset ${label}?`,
      message: "Are you sure you want to reset this text to default? What stands now can be brought back.",
      confirmLabel: "Reset to Default",
    },
    resetDone: "Page reset to default successfully!",
    resetFailure: "Failed to reset page",
    say: editorToasts.success,
  });
  const { form } = editor;
  useEffect(() => {
    onDirty(editor.dirty);
    return () => onDirty(false);
  }, [editor.dirty, onDirty]);

  return (
    <>
      <StatusCard
        title={`${label}: status`}
        facts={[
          { label: "Version", value: record.version },
          { label: "Last updated", value: momentText(record.updatedAt) },
        ]}
      />
      <Group gap="sm" mb="lg">
        <VersionsDrawer
          part={slug}
          label={label}
          onRestored={actions.reload}
          restoreReset={actions.restore}
        />
        <Button variant="default" disabled={actions.busy} onClick={actions.reset}>
          Reset to Default
        </Button>
        {actions.wasReset && <UndoReset busy={actions.busy} onUndo={actions.undoReset} />}
      </Group>
      <EditorLayout
        form={
          <FormShell
            submitLabel="Save Changes"
            busyLabel="Saving..."
            busy={editor.busy}
            dirty={editor.dirty}
            problems={editor.problems}
            onSubmit={editor.submit}
          >
            <FailureNotice failure={actions.failure} />
            <ConflictNotice editor={editor} part={slug} />
            <TextInput label="Title" required {...form.getInputProps("title")} />
            <Suspense fallback={<Skeleton height={320} />}>
              <RichText
                label="Text"
                id={fieldId("body")}
                value={form.values.body}
                error={form.errors.body}
                onChange={(body) => form.setFieldValue("body", body)}
              />
            </Suspense>
          </FormShell>
        }
        preview={
          <PreviewFrame title={`Preview of ${label}`}>
            {props.preview({ ...record, ...form.values })}
          </PreviewFrame>
        }
      />
    </>
  );
}
