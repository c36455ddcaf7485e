import type { ReactNode } from "react";
import { type FooterRecord, getFooter, resetFooter, restoreFooter, updateFooter } from "#contract/footer.ts";
import { type FooterForm, footerForm } from "#contract/footer-form.ts";
import { BottomCard, MiddleCard, TopCard } from "#web/features/admin-content/footer-cards.tsx";
import { checkBy } from "#web/ui/check-values.ts";
import { editorToasts } from "#web/ui/editing/notices.tsx";
import { ActiveBadge, PanelHeader, RecordPanel } from "#web/ui/editing/panel.tsx";
import { SectionEditor } from "#web/ui/editing/section-editor.tsx";
import { useSectionEditor } from "#web/ui/editing/use-section-editor.ts";
import { Switch } from "#web/ui/elements/choice.tsx";
import { formatDateTime } from "#web/ui/formatted-date.tsx";

export function FooterPanel({ preview }: { preview: FooterPreview }) {
  return (
    <RecordPanel<FooterRecord>
      call={getFooter}
      loading="Loading footer data..."
      failed="Failed to fetch footer data"
    >
      {(record, store) => <FooterEditor record={record} store={store} preview={preview} />}
    </RecordPanel>
  );
}

type FooterPreview = (values: FooterForm) => ReactNode;

function valuesOf(record: FooterRecord): FooterForm {
  const { isActive, topSection, middleSection, bottomSection } = record;
  return { isActive, topSection, middleSection, bottomSection };
}

function FooterEditor(props: {
  record: FooterRecord;
  store: (record: FooterRecord) => void;
  preview: FooterPreview;
}) {
  const { record, store } = props;
  const state = useSectionEditor<FooterRecord, FooterForm>({
    record,
    store,
    valuesOf,
    check: checkBy(footerForm),
    calls: { get: getFooter, update: updateFooter, reset: resetFooter, restore: restoreFooter },
    texts: {
      saved: "Footer section updated successfully!",
      saveFailed: "Failed to update footer",
      resetQuestion: {
        title: "Reset the footer section?",
        message:
          "Are you sure you want to reset the footer section to default? What stands now can be brought back.",
        confirmLabel: "Reset to Default",
      },
      resetDone: "Footer section reset to default successfully!",
      resetFailed: "Failed to reset footer",
    },
    say: editorToasts.success,
  });
  const { form } = state.editor;
  return (
    <>
      <PanelHeader
        title="Footer Section"
        description="The foot of every public page, and the logo of its head."
      />
      <SectionEditor
        section="footer-section"
        label="Footer Section"
        state={state}
        statusTitle="Footer status"
        facts={[
          { label: "Status", value: <ActiveBadge active={record.isActive} /> },
          { label: "Last updated", value: formatDateTime(record.updatedAt) },
        ]}
        hidden={!form.values.isActive}
        previewTitle="Preview of the footer"
        preview={props.preview({ ...form.values, isActive: true })}
      >
        <Switch label="Active" {...form.getInputProps("isActive", { type: "checkbox" })} />
        <TopCard form={form} />
        <MiddleCard form={form} />
        <BottomCard form={form} />
      </SectionEditor>
    </>
  );
}
