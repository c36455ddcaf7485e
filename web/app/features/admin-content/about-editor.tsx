import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import {
  type AboutForm,
  type AboutRecord,
  aboutForm,
  deactivateAbout,
  getAbout,
  resetAbout,
  restoreAbout,
  updateAbout,
} from "#contract/about.ts";
import { SectionFields } from "#web/features/admin-content/about-fields.tsx";
import { checkBy } from "#web/ui/check-values.ts";
import { aboutToasts } from "#web/ui/editing/notices.tsx";
import { ActiveBadge, PanelHeader, RecordPanel } from "#web/ui/editing/panel.tsx";
import { SectionEditor } from "#web/ui/editing/section-editor.tsx";
import { fieldId } from "#web/ui/editing/use-record-form.ts";
import { useSectionEditor } from "#web/ui/editing/use-section-editor.ts";
import { Switch } from "#web/ui/elements/choice.tsx";
import { Tabs } from "#web/ui/elements/tabs.tsx";
import { formatDateTime } from "#web/ui/formatted-date.tsx";

export function AboutPanel({ preview }: { preview: AboutPreview }) {
  return (
    <RecordPanel<AboutRecord>
      call={getAbout}
      loading="Loading about data..."
      failed="Failed to fetch about data"
    >
      {(record, store) => <AboutEditor record={record} store={store} preview={preview} />}
    </RecordPanel>
  );
}

type AboutPreview = (values: AboutForm) => ReactNode;
const sections = ["section1", "section2"] as const;
type Section = (typeof sections)[number];

/** A section starts with one feature and two slots for images. */
function filled(section: AboutForm[Section]): AboutForm[Section] {
  const images = [...section.images];
  while (images.length < 2) images.push({ url: "", alt: "" });
  return { ...section, images, features: section.features.length > 0 ? section.features : [{ text: "" }] };
}

function valuesOf(record: AboutRecord): AboutForm {
  const { isActive, section1, section2 } = record;
  return { isActive, section1: filled(section1), section2: filled(section2) };
}

/** While it is typed, a blank image slot is fine; the server drops it. */
const check = checkBy(aboutForm);

function AboutEditor(props: {
  record: AboutRecord;
  store: (record: AboutRecord) => void;
  preview: AboutPreview;
}) {
  const { record, store } = props;
  const [tab, setTab] = useState<Section>("section1");
  const state = useSectionEditor<AboutRecord, AboutForm>({
    record,
    store,
    valuesOf,
    check,
    calls: { get: getAbout, update: updateAbout, reset: resetAbout, restore: restoreAbout },
    activation: {
      deactivate: deactivateAbout,
      removeLabel: "Delete About Section",
      question: {
        title: "Deactivate the about section?",
        message:
          "Nothing is deleted: the section is deactivated, and visitors don't see it until it is activated again.",
        confirmLabel: "Deactivate",
      },
      removeTitle: "Delete the about section?",
      done: "About section updated successfully!",
      toggleFailed: "Failed to toggle about section status",
      removeFailed: "Failed to deactivate about section",
    },
    texts: {
      saved: "About section updated successfully!",
      saveFailed: "Failed to update about section",
      resetQuestion: {
        title: "Reset the about section?",
        message:
          "Are you sure you want to reset the about section to default? What stands now can be brought back.",
        confirmLabel: "Reset to Default",
      },
      resetDone: "About section reset to default successfully!",
      resetFailed: "Failed to reset about section",
    },
    say: aboutToasts.success,
  });
  const { form } = state.editor;

  /** Opens the other tab where only that one has problems. */
  async function submit() {
    const [first, ...rest] = Object.keys(await check(form.getValues()))
      .map((path) => path.split(".")[0])
      .filter((part): part is Section => part === "section1" || part === "section2");
    if (first && first !== tab && !rest.includes(tab)) setTab(first);
    await state.editor.submit();
  }

  return (
    <>
      <PanelHeader
        title="About Section"
        description="Two sections with picture and text, on the home page."
      />
      <SectionEditor
        section="about-section"
        label="About Section"
        state={state}
        statusTitle="About status"
        facts={[
          { label: "Status", value: <ActiveBadge active={record.isActive} /> },
          { label: "Section 1", value: <ActiveBadge active={record.section1.isActive} /> },
          { label: "Section 2", value: <ActiveBadge active={record.section2.isActive} /> },
          { label: "Created", value: formatDateTime(record.createdAt) },
          { label: "Last updated", value: formatDateTime(record.updatedAt) },
        ]}
        onSubmit={submit}
        onProblem={(id) => {
          const section = sections.find((each) => id.startsWith(`${fieldId(each)}-`));
          if (section) flushSync(() => setTab(section));
        }}
        hidden={!form.values.isActive}
        previewTitle="Preview of the about section"
        preview={props.preview(form.values)}
      >
        <Switch label="Active" {...form.getInputProps("isActive", { type: "checkbox" })} />
        <Tabs value={tab} onChange={(value) => setTab(value as Section)}>
          <Tabs.List mb="md">
            <Tabs.Tab value="section1">Section 1</Tabs.Tab>
            <Tabs.Tab value="section2">Section 2</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="section1">
            <SectionFields form={form} section="section1" note="Image on the left, content on the right." />
          </Tabs.Panel>
          <Tabs.Panel value="section2">
            <SectionFields form={form} section="section2" note="Content on the left, image on the right." />
          </Tabs.Panel>
        </Tabs>
      </SectionEditor>
    </>
  );
}
