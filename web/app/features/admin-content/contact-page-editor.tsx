import type { ReactNode } from "react";
import {
  type ContactItem,
  type ContactPageForm,
  type ContactPageRecord,
  contactPageForm,
  getContactPage,
  resetContactPage,
  restoreContactPage,
  updateContactPage,
} from "#contract/contact-page.ts";
import { checkBy } from "#web/ui/check-values.ts";
import { FieldCard } from "#web/ui/editing/editor-form.tsx";
import type { FormValues } from "#web/ui/editing/form-values.ts";
import { IconField } from "#web/ui/editing/icon-field.tsx";
import { ImageField } from "#web/ui/editing/image-field.tsx";
import { editorToasts } from "#web/ui/editing/notices.tsx";
import { ActiveBadge, PanelHeader, RecordPanel } from "#web/ui/editing/panel.tsx";
import { RecordList } from "#web/ui/editing/record-list.tsx";
import { SectionEditor } from "#web/ui/editing/section-editor.tsx";
import { fieldId } from "#web/ui/editing/use-record-form.ts";
import { useSectionEditor } from "#web/ui/editing/use-section-editor.ts";
import { Switch } from "#web/ui/elements/choice.tsx";
import { NativeSelect, Textarea, TextInput } from "#web/ui/elements/inputs.tsx";
import { formatDateTime } from "#web/ui/formatted-date.tsx";

export function ContactPagePanel({ preview }: { preview: ContactPagePreview }) {
  return (
    <RecordPanel<ContactPageRecord>
      call={getContactPage}
      loading="Loading contact page data..."
      failed="Failed to fetch contact page data"
    >
      {(record, store) => <ContactPageEditor record={record} store={store} preview={preview} />}
    </RecordPanel>
  );
}

type ContactPagePreview = (values: ContactPageForm) => ReactNode;

function valuesOf(record: ContactPageRecord): ContactPageForm {
  const { title, subtitle, description, imageUrl, imageAlt, isActive, contactInfo } = record;
  return { title, subtitle, description, imageUrl, imageAlt, isActive, contactInfo };
}

function ContactPageEditor(props: {
  record: ContactPageRecord;
  store: (record: ContactPageRecord) => void;
  preview: ContactPagePreview;
}) {
  const { record, store } = props;
  const state = useSectionEditor<ContactPageRecord, ContactPageForm>({
    record,
    store,
    valuesOf,
    check: checkBy(contactPageForm),
    calls: {
      get: getContactPage,
      update: updateContactPage,
      reset: resetContactPage,
      restore: restoreContactPage,
    },
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
        section="contact-page"
        label="Contact page"
        state={state}
        statusTitle="Contact page status"
        facts={[
          { label: "Status", value: <ActiveBadge active={record.isActive} /> },
          { label: "Ways to reach you", value: record.contactInfo.length },
          { label: "Last updated", value: formatDateTime(record.updatedAt) },
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

const path = "contactInfo";
const blank: ContactItem = { type: "email", icon: "", value: "", label: "" };
const types = [
  { value: "email", label: "E-mail" },
  { value: "phone", label: "Phone" },
];

function ContactItems({ form }: { form: FormValues<ContactPageForm> }) {
  const items = form.values.contactInfo;
  return (
    <FieldCard title="Contact information">
      <RecordList
        form={form}
        path={path}
        count={items.length}
        entryName="Contact item"
        addLabel="Add contact item"
        blank={blank}
      >
        {(index) => {
          const at = `${path}.${index}`;
          return (
            <>
              <NativeSelect label="Type" data={types} {...form.getInputProps(`${at}.type`)} />
              <IconField
                label={`Icon of item ${index + 1}`}
                value={items[index]?.icon ?? ""}
                id={fieldId(`${at}.icon`)}
                error={form.errors[`${at}.icon`]}
                onChange={(value) => form.setFieldValue(`${at}.icon`, value)}
              />
              <TextInput
                type={items[index]?.type === "phone" ? "tel" : "email"}
                label="Value"
                required
                {...form.getInputProps(`${at}.value`)}
              />
              <TextInput label="Label" {...form.getInputProps(`${at}.label`)} />
            </>
          );
        }}
      </RecordList>
    </FieldCard>
  );
}
