import { Button, Group, Switch, Textarea, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import {
  type ContactPageForm,
  type ContactPageRecord,
  contactPageForm,
  getContactPage,
  resetContactPage,
  restoreContactPage,
  updateContactPage,
} from "#contract/contact-page.ts";
import { api } from "#web/api/client.ts";
import { ContactItems } from "#web/features/contact-page/contact-items.tsx";
import { ActiveBadge } from "#web/ui/editing/active-badge.tsx";
import { ConflictNotice } from "#web/ui/editing/conflict-notice.tsx";
import { EditorLayout } from "#web/ui/editing/editor-layout.tsx";
import { editorToasts } from "#web/ui/editing/editor-toasts.ts";
import { FailureNotice } from "#web/ui/editing/failure-notice.tsx";
import { ImageField } from "#web/ui/editing/image-field.tsx";
import { momentText } from "#web/ui/editing/moment.ts";
import { PanelHeader } from "#web/ui/editing/panel-header.tsx";
import { PreviewFrame } from "#web/ui/editing/preview-frame.tsx";
import { StatusCard } from "#web/ui/editing/status-card.tsx";
import { UndoReset } from "#web/ui/editing/undo-reset.tsx";
import { usePartActions } from "#web/ui/editing/use-part-actions.ts";
import { useRecordForm } from "#web/ui/editing/use-record-form.ts";
import { VersionsDrawer } from "#web/ui/editing/versions-drawer.tsx";
import { FormShell } from "#web/ui/form-shell.tsx";

export type ContactPagePreview = (values: ContactPageForm) => ReactNode;

function valuesOf(record: ContactPageRecord | null): ContactPageForm {
  const { title, subtitle, description, imageUrl, imageAlt, isActive, contactInfo } = record!;
  return { title, subtitle, description, imageUrl, imageAlt, isActive, contactInfo };
}

export function ContactPageEditor(props: {
  record: ContactPageRecord;
  store: (record: ContactPageRecord) => void;
  preview: ContactPagePreview;
}) {
  const { record, store } = props;
  const editor = useRecordForm<ContactPageRecord, ContactPageForm>({
    record,
    valuesOf,
    schema: contactPageForm,
    save: async (body, version) => (await api(updateContactPage, { body: { ...body, version } })).data.data,
    onSaved: (saved) => {
      store(saved);
      actions.forgetReset();
      editorToasts.success("Contact page updated successfully!");
    },
    failureTitle: (message) => `Failed to update contact page: ${message}`,
    offlineTitle: "Error updating contact page",
  });
  const actions = usePartActions<ContactPageRecord, ContactPageForm>({
    editor,
    store,
    load: async () => (await api(getContactPage, {})).data.data as ContactPageRecord,
    reset: async () => (await api(resetContactPage, {})).data.data,
    restore: async () => (await api(restoreContactPage, {})).data.data,
    resetQuestion: {
      title: "Reset the contact page?",
      message:
        "Are you sure you want to reset the contact page to default? What stands now can be brought back.",
      confirmLabel: "Reset to Default",
    },
    resetDone: "Contact page reset to default successfully!",
    resetFailure: (message) => `Failed to reset contact page: ${message}`,
    resetOffline: "Error resetting contact page",
    say: editorToasts.success,
  });
  const { form } = editor;
  const { busy } = actions;
  return (
    <>
      <PanelHeader
        title="Contact Page Settings"
        description="What stands beside the contact form."
        actions={
          <VersionsDrawer
            part="contact-page"
            label="Contact page"
            onRestored={actions.reload}
            restoreReset={actions.restore}
          />
        }
      />
      <StatusCard
        title="Contact page status"
        facts={[
          { label: "Status", value: <ActiveBadge active={record.isActive} /> },
          { label: "Ways to reach you", value: record.contactInfo.length },
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
            <ConflictNotice editor={editor} part="contact-page" />
            <TextInput label="Title" required {...form.getInputProps("title")} />
            <TextInput label="Subtitle" {...form.getInputProps("subtitle")} />
            <Textarea label="Description" {...form.getInputProps("description")} />
            <ImageField label="Image URL" input={form.getInputProps("imageUrl")} />
            <Switch label="Active" {...form.getInputProps("isActive", { type: "checkbox" })} />
            <ContactItems form={form} />
          </FormShell>
        }
        preview={
          <PreviewFrame
            title="Preview of the contact page"
            note={form.values.isActive ? undefined : "Visitors don't see this while it is inactive."}
          >
            {props.preview({ ...form.values, isActive: true })}
          </PreviewFrame>
        }
      />
    </>
  );
}
