import { Button, Group, Switch, Textarea, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import {
  type BannerForm,
  type BannerRecord,
  bannerForm,
  deactivateBanner,
  getBanner,
  resetBanner,
  restoreBanner,
  toggleBanner,
  updateBanner,
} from "#contract/banner.ts";
import { api } from "#web/api/client.ts";
import { ActiveBadge } from "#web/ui/editing/active-badge.tsx";
import { ConflictNotice } from "#web/ui/editing/conflict-notice.tsx";
import { EditorLayout } from "#web/ui/editing/editor-layout.tsx";
import { FailureNotice } from "#web/ui/editing/failure-notice.tsx";
import { ImageField } from "#web/ui/editing/image-field.tsx";
import { momentText } from "#web/ui/editing/moment.ts";
import { PanelHeader } from "#web/ui/editing/panel-header.tsx";
import { PreviewFrame } from "#web/ui/editing/preview-frame.tsx";
import { StatusCard } from "#web/ui/editing/status-card.tsx";
import { TimedMessage, useTimedMessage } from "#web/ui/editing/timed-message.tsx";
import { UndoReset } from "#web/ui/editing/undo-reset.tsx";
import { usePartActions } from "#web/ui/editing/use-part-actions.ts";
import { useRecordForm } from "#web/ui/editing/use-record-form.ts";
import { VersionsDrawer } from "#web/ui/editing/versions-drawer.tsx";
import { FormShell } from "#web/ui/form-shell.tsx";

export type BannerPreview = (values: BannerForm) => ReactNode;

/** The two readings of the screen: the section's own, and the home page's. */
export const sectionTexts = {
  saved: "Banner section updated successfully!",
  saveFailed: "Failed to update banner section",
  resetFailed: "Failed to reset banner section",
};
export const homeTexts: typeof sectionTexts = {
  saved: "Banner updated successfully!",
  saveFailed: "Failed to update banner",
  resetFailed: "Failed to reset banner",
};

const resetQuestion =
  "Are you sure you want to reset the banner section to default? This action cannot be undone.";

function valuesOf(record: BannerRecord | null): BannerForm {
  const { version: _, createdAt: __, updatedAt: ___, ...values } = record!;
  return values;
}

export function BannerEditor(props: {
  record: BannerRecord;
  store: (record: BannerRecord) => void;
  texts: typeof sectionTexts;
  preview: BannerPreview;
}) {
  const { record, store, texts } = props;
  const message = useTimedMessage();
  const editor = useRecordForm<BannerRecord, BannerForm>({
    record,
    valuesOf,
    schema: bannerForm,
    save: async (body, version) => (await api(updateBanner, { body: { ...body, version } })).data.data,
    onSaved: (saved) => {
      store(saved);
      actions.forgetReset();
      message.show(texts.saved);
    },
    failureTitle: texts.saveFailed,
    offlineTitle: "Failed to save changes",
  });
  const actions = usePartActions<BannerRecord, BannerForm>({
    editor,
    store,
    load: async () => (await api(getBanner, {})).data.data as BannerRecord,
    reset: async () => (await api(resetBanner, {})).data.data,
    restore: async () => (await api(restoreBanner, {})).data.data,
    resetQuestion: {
      title: "Reset the banner section?",
      message: resetQuestion,
      confirmLabel: "Reset to Default",
    },
    resetDone: "Banner section reset to default successfully!",
    resetFailure: texts.resetFailed,
    say: message.show,
  });
  const { form } = editor;
  const { busy } = actions;

  const toggle = () =>
    actions.change(
      record.isActive ? deactivation : null,
      async () => {
        const { data } = await api(toggleBanner, {});
        const fields = { isActive: data.data.isActive };
        return { record: data.data, fields, done: data.message ?? "Banner section updated successfully!" };
      },
      "Failed to toggle banner status",
    );
  const remove = () =>
    actions.change(
      { ...deactivation, title: "Delete the banner?", confirmLabel: "Delete Banner" },
      async () => {
        const { data } = await api(deactivateBanner, {});
        return {
          record: data.data,
          fields: { isActive: false },
          done: data.message ?? "Banner deactivated.",
        };
      },
      "Failed to deactivate banner",
    );

  const text = (name: keyof BannerForm) => form.getInputProps(name);
  return (
    <>
      <PanelHeader
        title="Banner Section Management"
        description="The first thing a visitor sees. While it is inactive, the home page keeps a plain heading."
        actions={
          <VersionsDrawer
            part="banner-section"
            label="Banner Section"
            onRestored={actions.reload}
            restoreReset={actions.restore}
          />
        }
      />
      <StatusCard
        title="Banner status"
        facts={[
          { label: "Status", value: <ActiveBadge active={record.isActive} /> },
          { label: "YouTube video", value: record.youtubeUrl ? "Yes" : "No" },
          { label: "Background image", value: record.backgroundImage ? "Yes" : "No" },
          { label: "Last updated", value: momentText(record.updatedAt) },
        ]}
      />
      <Group gap="sm" mb="lg">
        <Button variant="default" disabled={busy} onClick={toggle}>
          {record.isActive ? "Deactivate" : "Activate"}
        </Button>
        <Button variant="default" color="red" disabled={busy || !record.isActive} onClick={remove}>
          Delete Banner
        </Button>
        <Button variant="default" disabled={busy} onClick={actions.reset}>
          Reset to Default
        </Button>
      </Group>
      <TimedMessage message={message.text}>
        {actions.wasReset && <UndoReset busy={busy} onUndo={actions.undoReset} />}
      </TimedMessage>
      <EditorLayout
        form={
          <FormShell
            submitLabel="Save Changes"
            busyLabel="Saving..."
            busy={editor.busy}
            dirty={editor.dirty}
            submitDisabled={form.values.mainTitle.trim() === ""}
            problems={editor.problems}
            onSubmit={editor.submit}
          >
            <FailureNotice failure={actions.failure} />
            <ConflictNotice editor={editor} part="banner-section" />
            <TextInput label="Sub title" {...text("subTitle")} />
            <TextInput label="Main title" required {...text("mainTitle")} />
            <TextInput label="Highlight text" {...text("highlightText")} />
            <Textarea label="Description" {...text("description")} />
            <TextInput label="Button text" {...text("buttonText")} />
            <TextInput label="Button link" {...text("buttonLink")} />
            <TextInput
              type="url"
              label="YouTube URL"
              description="A watch, embed or youtu.be address. It loads only after a visitor's click."
              {...text("youtubeUrl")}
            />
            <ImageField label="Background image" input={text("backgroundImage")} />
            <Switch label="Active" {...form.getInputProps("isActive", { type: "checkbox" })} />
          </FormShell>
        }
        preview={
          <PreviewFrame
            title="Preview of the banner"
            note={form.values.isActive ? undefined : "Visitors don't see this while it is inactive."}
          >
            {props.preview({ ...form.values, isActive: true })}
          </PreviewFrame>
        }
      />
    </>
  );
}

const deactivation = {
  title: "Deactivate the banner?",
  message:
    "Nothing is deleted: the banner is deactivated, and visitors see a plain heading until it is activated again.",
  confirmLabel: "Deactivate",
};
