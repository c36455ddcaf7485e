import { Button, Group, Switch, Tabs } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { z } from "zod";
import {
  type AboutForm,
  type AboutRecord,
  aboutForm,
  deactivateAbout,
  getAbout,
  resetAbout,
  restoreAbout,
  toggleAbout,
  updateAbout,
} from "#contract/about.ts";
import { api } from "#web/api/client.ts";
import { SectionFields } from "#web/features/about/section-fields.tsx";
import { ActiveBadge } from "#web/ui/editing/active-badge.tsx";
import { ConflictNotice } from "#web/ui/editing/conflict-notice.tsx";
import { EditorLayout } from "#web/ui/editing/editor-layout.tsx";
import { aboutToasts } from "#web/ui/editing/editor-toasts.ts";
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

export type AboutPreview = (values: AboutForm) => ReactNode;
type Section = "section1" | "section2";

/** A section starts with one feature and two slots for images. */
function filled(section: AboutForm[Section]): AboutForm[Section] {
  const images = [...section.images];
  while (images.length < 2) images.push({ url: "", alt: "" });
  return { ...section, images, features: section.features.length > 0 ? section.features : [{ text: "" }] };
}

function valuesOf(record: AboutRecord | null): AboutForm {
  const { isActive, section1, section2 } = record!;
  return { isActive, section1: filled(section1), section2: filled(section2) };
}

/** While it is typed, a blank image slot is fine; the server drops it. */
const schema = aboutForm as z.ZodType;

export function AboutEditor(props: {
  record: AboutRecord;
  store: (record: AboutRecord) => void;
  preview: AboutPreview;
}) {
  const { record, store } = props;
  const [tab, setTab] = useState<Section>("section1");
  const editor = useRecordForm<AboutRecord, AboutForm>({
    record,
    valuesOf,
    schema,
    save: async (body, version) => (await api(updateAbout, { body: { ...body, version } })).data.data,
    onSaved: (saved) => {
      store(saved);
      actions.forgetReset();
      aboutToasts.success("About section updated successfully!");
    },
    failureTitle: "Failed to update about section",
  });
  const actions = usePartActions<AboutRecord, AboutForm>({
    editor,
    store,
    load: async () => (await api(getAbout, {})).data.data as AboutRecord,
    reset: async () => (await api(resetAbout, {})).data.data,
    restore: async () => (await api(restoreAbout, {})).data.data,
    resetQuestion: {
      title: "Reset the about section?",
      message:
        "Are you sure you want to reset the about section to default? What stands now can be brought back.",
      confirmLabel: "Reset to Default",
    },
    resetDone: "About section reset to default successfully!",
    resetFailure: "Failed to reset about section",
    say: aboutToasts.success,
  });
  const { form } = editor;
  const { busy } = actions;

  const toggle = () =>
    actions.change(
      record.isActive ? deactivation : null,
      async () => {
        const { data } = await api(toggleAbout, {});
        const fields = { isActive: data.data.isActive };
        return { record: data.data, fields, done: data.message ?? "About section updated successfully!" };
      },
      "Failed to toggle about section status",
    );
  const remove = () =>
    actions.change(
      { ...deactivation, title: "Delete the about section?", confirmLabel: "Delete About Section" },
      async () => {
        const { data } = await api(deactivateAbout, {});
        return {
          record: data.data,
          fields: { isActive: false },
          done: data.message ?? "About section deactivated.",
        };
      },
      "Failed to deactivate about section",
    );

  /** A problem in the tab that is not shown would be found by nobody. */
  async function submit() {
    const errors = z.safeParse(schema, form.getValues()).error?.issues ?? [];
    const inTab = errors.some((issue) => issue.path[0] === tab);
    const other = errors.find((issue) => issue.path[0] === "section1" || issue.path[0] === "section2");
    if (!inTab && other) setTab(other.path[0] as Section);
    await editor.submit();
  }

  return (
    <>
      <PanelHeader
        title="About Section"
        description="Two sections with picture and text, on the home page and on About Us."
        actions={
          <VersionsDrawer
            part="about-section"
            label="About Section"
            onRestored={actions.reload}
            restoreReset={actions.restore}
          />
        }
      />
      <StatusCard
        title="About status"
        facts={[
          { label: "Status", value: <ActiveBadge active={record.isActive} /> },
          { label: "Section 1", value: <ActiveBadge active={record.section1.isActive} /> },
          { label: "Section 2", value: <ActiveBadge active={record.section2.isActive} /> },
          { label: "Created", value: momentText(record.createdAt) },
          { label: "Last updated", value: momentText(record.updatedAt) },
        ]}
      />
      <Group gap="sm" mb="lg">
        <Button variant="default" disabled={busy} onClick={toggle}>
          {record.isActive ? "Deactivate" : "Activate"}
        </Button>
        <Button variant="default" disabled={busy || !record.isActive} onClick={remove}>
          Delete About Section
        </Button>
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
            onSubmit={submit}
          >
            <FailureNotice failure={actions.failure} />
            <ConflictNotice editor={editor} part="about-section" />
            <Switch label="Active" {...form.getInputProps("isActive", { type: "checkbox" })} />
            <Tabs value={tab} onChange={(value) => setTab(value as Section)} keepMounted={false}>
              <Tabs.List mb="md">
                <Tabs.Tab value="section1">Section 1</Tabs.Tab>
                <Tabs.Tab value="section2">Section 2</Tabs.Tab>
              </Tabs.List>
              <Tabs.Panel value="section1">
                <SectionFields
                  form={form}
                  section="section1"
                  note="Image on the left, content on the right."
                />
              </Tabs.Panel>
              <Tabs.Panel value="section2">
                <SectionFields
                  form={form}
                  section="section2"
                  note="Content on the left, image on the right."
                />
              </Tabs.Panel>
            </Tabs>
          </FormShell>
        }
        preview={
          <PreviewFrame
            title="Preview of the about section"
            note={form.values.isActive ? undefined : "Visitors don't see this while it is inactive."}
          >
            {props.preview(form.values)}
          </PreviewFrame>
        }
      />
    </>
  );
}

const deactivation = {
  title: "Deactivate the about section?",
  message:
    "Nothing is deleted: the section is deactivated, and visitors don't see it until it is activated again.",
  confirmLabel: "Deactivate",
};
