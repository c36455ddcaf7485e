import { Button, Group, Switch } from "@mantine/core";
import type { ReactNode } from "react";
import {
  type FooterForm,
  type FooterRecord,
  footerForm,
  getFooter,
  resetFooter,
  restoreFooter,
  updateFooter,
} from "#contract/footer.ts";
import { api } from "#web/api/client.ts";
import { BottomCard, MiddleCard, TopCard } from "#web/features/footer/footer-cards.tsx";
import { ActiveBadge } from "#web/ui/editing/active-badge.tsx";
import { ConflictNotice } from "#web/ui/editing/conflict-notice.tsx";
import { EditorLayout } from "#web/ui/editing/editor-layout.tsx";
import { editorToasts } from "#web/ui/editing/editor-toasts.ts";
import { FailureNotice } from "#web/ui/editing/failure-notice.tsx";
import { momentText } from "#web/ui/editing/moment.ts";
import { PanelHeader } from "#web/ui/editing/panel-header.tsx";
import { PreviewFrame } from "#web/ui/editing/preview-frame.tsx";
import { StatusCard } from "#web/ui/editing/status-card.tsx";
import { UndoReset } from "#web/ui/editing/undo-reset.tsx";
import { usePartActions } from "#web/ui/editing/use-part-actions.ts";
import { useRecordForm } from "#web/ui/editing/use-record-form.ts";
import { VersionsDrawer } from "#web/ui/editing/versions-drawer.tsx";
import { FormShell } from "#web/ui/form-shell.tsx";

export type FooterPreview = (values: FooterForm) => ReactNode;

function valuesOf(record: FooterRecord | null): FooterForm {
  const { isActive, topSection, middleSection, bottomSection } = record!;
  return { isActive, topSection, middleSection, bottomSection };
}

export function FooterEditor(props: {
  record: FooterRecord;
  store: (record: FooterRecord) => void;
  preview: FooterPreview;
}) {
  const { record, store } = props;
  const editor = useRecordForm<FooterRecord, FooterForm>({
    record,
    valuesOf,
    schema: footerForm,
    save: async (body, version) => (await api(updateFooter, { body: { ...body, version } })).data.data,
    onSaved: (saved) => {
      store(saved);
      actions.forgetReset();
      editorToasts.success("Footer section updated successfully!");
    },
    failureTitle: "Failed to update footer",
  });
  const actions = usePartActions<FooterRecord, FooterForm>({
    editor,
    store,
    load: async () => (await api(getFooter, {})).data.data as FooterRecord,
    reset: async () => (await api(resetFooter, {})).data.data,
    restore: async () => (await api(restoreFooter, {})).data.data,
    resetQuestion: {
      title: "Reset the footer section?",
      message:
        "Are you sure you want to reset the footer section to default? What stands now can be brought back.",
      confirmLabel: "Reset to Default",
    },
    resetDone: "Footer section reset to default successfully!",
    resetFailure: "Failed to reset footer",
    say: editorToasts.success,
  });
  const { form } = editor;
  const { busy } = actions;
  return (
    <>
      <PanelHeader
        title="Footer Section"
        description="The foot of every public page, and the logo of its head."
        actions={
          <VersionsDrawer
            part="footer-section"
            label="Footer Section"
            onRestored={actions.reload}
            restoreReset={actions.restore}
          />
        }
      />
      <StatusCard
        title="Footer status"
        facts={[
          { label: "Status", value: <ActiveBadge active={record.isActive} /> },
          { label: "Last updated", value: momentText(record.updatedAt) },
        ]}
      />
      <Group gap="sm" mb="lg">
        <Button variant="default" disabled={busy} onClick={actions.reset}>
          Reset to Default
        </Button>
        {actions.wasReset && <UndoReset busy={busy} onUndo={actions.undoReset} />}
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
            <ConflictNotice editor={editor} part="footer-section" />
            <Switch label="Active" {...form.getInputProps("isActive", { type: "checkbox" })} />
            <TopCard form={form} />
            <MiddleCard form={form} />
            <BottomCard form={form} />
          </FormShell>
        }
        preview={
          <PreviewFrame
            title="Preview of the footer"
            note={form.values.isActive ? undefined : "Visitors don't see this while it is inactive."}
          >
            {props.preview({ ...form.values, isActive: true })}
          </PreviewFrame>
        }
      />
    </>
  );
}
