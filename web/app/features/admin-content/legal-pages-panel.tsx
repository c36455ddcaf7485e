import type { ReactNode } from "react";
import {
  getPage,
  type PageRecord,
  type PageSlug,
  pageForm,
  pageSlugs,
  resetPage,
  restorePage,
  updatePage,
} from "#contract/pages.ts";
import { isAllowedUrl } from "#contract/urls.ts";
import { checkBy } from "#web/ui/check-values.ts";
import { LateRichText } from "#web/ui/editing/late-rich-text.tsx";
import { editorToasts } from "#web/ui/editing/notices.tsx";
import { PanelHeader, RecordPanel } from "#web/ui/editing/panel.tsx";
import { SectionEditor } from "#web/ui/editing/section-editor.tsx";
import { fieldId } from "#web/ui/editing/use-record-form.ts";
import { useSectionEditor } from "#web/ui/editing/use-section-editor.ts";
import { TextInput } from "#web/ui/elements/inputs.tsx";
import { Tabs } from "#web/ui/elements/tabs.tsx";
import { formatDateTime } from "#web/ui/formatted-date.tsx";
import { useQueryInUrl } from "#web/ui/query-in-url.ts";

const labels: Record<PageSlug, string> = {
  terms: "Terms of use",
  privacy: "Privacy",
  "refund-policy": "Refund policy",
};

/** The texts of /terms, /privacy and /refund-policy, one at a time; the address says which. */
export function LegalPagesPanel({ preview }: { preview: LegalPagePreview }) {
  const { search, change } = useQueryInUrl();
  const wanted = new URLSearchParams(search).get("text");
  const slug = pageSlugs.find((each) => each === wanted) ?? "terms";

  return (
    <>
      <PanelHeader
        title="Legal pages"
        description="Linked from the footer, the register checkbox and the checkout. A new member accepts the version that stands at that moment."
      />
      <Tabs value={slug} onChange={(next) => next !== slug && change({ text: next }, false)}>
        <Tabs.List mb="lg">
          {pageSlugs.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {labels[each]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={slug}>
          <OnePage key={slug} slug={slug} preview={preview} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function OnePage({ slug, preview }: { slug: PageSlug; preview: LegalPagePreview }) {
  return (
    <RecordPanel<PageRecord>
      call={getPage}
      params={{ slug }}
      loading="Loading text..."
      failed={`Failed to fetch the text of ${labels[slug]}`}
    >
      {(record, store) => (
        <LegalPageEditor record={record} label={labels[slug]} store={store} preview={preview} />
      )}
    </RecordPanel>
  );
}

type Values = { title: string; body: string };
type LegalPagePreview = (page: PageRecord) => ReactNode;

function LegalPageEditor(props: {
  record: PageRecord;
  label: string;
  store: (record: PageRecord) => void;
  preview: LegalPagePreview;
}) {
  const { record, label, store } = props;
  const { slug } = record;
  const params = { slug };
  const state = useSectionEditor<PageRecord, Values>({
    record,
    store,
    valuesOf: ({ title, body }) => ({ title, body }),
    check: checkBy(pageForm),
    calls: { get: getPage, update: updatePage, reset: resetPage, restore: restorePage },
    params,
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
      section={slug}
      label={label}
      state={state}
      statusTitle={`${label}: status`}
      facts={[
        { label: "Version", value: record.version },
        { label: "Last updated", value: formatDateTime(record.updatedAt) },
      ]}
      previewTitle={`Preview of ${label}`}
      preview={props.preview({ ...record, ...form.values })}
    >
      <TextInput label="Title" required {...form.getInputProps("title")} />
      <LateRichText
        label="Text"
        id={fieldId("body")}
        value={form.values.body}
        error={form.errors.body}
        isAllowedLink={isAllowedUrl}
        onChange={(body) => form.setFieldValue("body", body)}
      />
    </SectionEditor>
  );
}
