import { Skeleton, TextInput } from "@mantine/core";
import { lazy, type ReactNode, Suspense } from "react";
import { getPage, type PageRecord, pageForm, resetPage, restorePage, updatePage } from "#contract/pages.ts";
import { api } from "#web/api/client.ts";
import { momentText } from "#web/ui/editing/moment.ts";
import { editorToasts } from "#web/ui/editing/notices.tsx";
import { SectionEditor } from "#web/ui/editing/section-editor.tsx";
import { fieldId } from "#web/ui/editing/use-record-form.ts";
import { useSectionEditor } from "#web/ui/editing/use-section-editor.ts";

/** The editor's library is large, and only this panel needs it. */
const RichText = lazy(() => import("#web/ui/editing/rich-text.tsx"));

type Values = { title: string; body: string };
export type LegalPagePreview = (page: PageRecord) => ReactNode;

export function LegalPageEditor(props: {
  record: PageRecord;
  label: string;
  store: (record: PageRecord) => void;
  preview: LegalPagePreview;
  onDirty: (dirty: boolean) => void;
}) {
  const { record, label, store } = props;
  const { slug } = record;
  const params = { slug };
  const state = useSectionEditor<PageRecord, Values>({
    record,
    store,
    valuesOf: ({ title, body }) => ({ title, body }),
    schema: pageForm,
    load: async () => (await api(getPage, { params })).body.data,
    save: async (body, version) => (await api(updatePage, { params, body: { ...body, version } })).body.data,
    reset: async () => (await api(resetPage, { params })).body.data,
    restore: async () => (await api(restorePage, { params })).body.data,
    texts: {
      saved: "Page updated successfully!",
      saveFailed: "Failed to update page",
      resetQuestion: {
        title: `Reset ${label}?`,
        message: "Are you sure you want to reset this text to default? What stands now can be brought back.",
        confirmLabel: "Reset to Default",
      },
      resetDone: "Page reset to default successfully!",
      resetFailed: "Failed to reset page",
    },
    say: editorToasts.success,
  });
  const { form } = state.editor;

  return (
    <SectionEditor
      part={slug}
      label={label}
      state={state}
      statusTitle={`${label}: status`}
      facts={[
        { label: "Version", value: record.version },
        { label: "Last updated", value: momentText(record.updatedAt) },
      ]}
      onDirty={props.onDirty}
      previewTitle={`Preview of ${label}`}
      preview={props.preview({ ...record, ...form.values })}
    >
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
    </SectionEditor>
  );
}
