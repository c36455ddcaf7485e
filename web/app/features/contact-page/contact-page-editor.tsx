import { Switch, Textarea, TextInput } from "@mantine/core";
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
import { ImageField } from "#web/ui/editing/image-field.tsx";
import { momentText } from "#web/ui/editing/moment.ts";
import { editorToasts } from "#web/ui/editing/notices.tsx";
import { ActiveBadge, PanelHeader } from "#web/ui/editing/panel.tsx";
import { SectionEditor } from "#web/ui/editing/section-editor.tsx";
import { useSectionEditor } from "#web/ui/editing/use-section-editor.ts";

export type ContactPagePreview = (values: ContactPageForm) => ReactNode;

function valuesOf(record: ContactPageRecord): ContactPageForm {
  const { title, subtitle, description, imageUrl, imageAlt, isActive, contactInfo } = record;
  return { title, subtitle, description, imageUrl, imageAlt, isActive, contactInfo };
}

export function ContactPageEditor(props: {
  record: ContactPageRecord;
  store: (record: ContactPageRecord) => void;
  preview: ContactPagePreview;
}) {
  const { record, store } = props;
  const state = useSectionEditor<ContactPageRecord, ContactPageForm>({
    record,
    store,
    valuesOf,
    schema: contactPageForm,
    load: async () => (await api(getContactPage, {})).body.data as ContactPageRecord,
    save: async (body, version) => (await api(updateContactPage, { body: { ...body, version } })).body.data,
    reset: async () => (await api(resetContactPage, {})).body.data,
    restore: async () => (await api(restoreContactPage, {})).body.data,
    texts: {
      saved: "Contact page updated successfully!",
      saveFailed: (message) => `Failed to update contact page: ${message}`,
      saveOffline: "Error updating contact page",
      resetQuestion: {
        title: "Reset the contact page?",
        message:
          "Are you sure you want to reset the contact page to default? What stands now can be brought back.",
        confirmLabel: "Reset to Default",
      },
      resetDone: "Contact page reset to default successfully!",
      resetFailed: (message) => `Failed to reset contact page: ${message}`,
      resetOffline: "Error resetting contact page",
    },
    say: editorToasts.success,
  });
  const { form } = state.editor;
  return (
    <>
      <PanelHeader title="Contact Page Settings" description="What stands beside the contact form." />
      <SectionEditor
        part="contact-page"
        label="Contact page"
        state={state}
        statusTitle="Contact page status"
        facts={[
          { label: "Status", value: <ActiveBadge active={record.isActive} /> },
          { label: "Ways to reach you", value: record.contactInfo.length },
          { label: "Last updated", value: momentText(record.updatedAt) },
        ]}
        hidden={!form.values.isActive}
        previewTitle="Preview of the contact page"
        preview={props.preview({ ...form.values, isActive: true })}
      >
        <TextInput label="Title" required {...form.getInputProps("title")} />
        <TextInput label="Subtitle" {...form.getInputProps("subtitle")} />
        <Textarea label="Description" {...form.getInputProps("description")} />
        <ImageField
          label="Image URL"
          input={form.getInputProps("imageUrl")}
          alt={form.getInputProps("imageAlt")}
        />
        <Switch label="Active" {...form.getInputProps("isActive", { type: "checkbox" })} />
        <ContactItems form={form} />
      </SectionEditor>
    </>
  );
}
