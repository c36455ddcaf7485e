import type { ReactNode } from "react";
import {
  type BannerForm,
  type BannerRecord,
  bannerForm,
  deactivateBanner,
  getBanner,
  resetBanner,
  restoreBanner,
  updateBanner,
} from "#contract/banner.ts";
import { checkBy } from "#web/ui/check-values.ts";
import { ImageField } from "#web/ui/editing/image-field.tsx";
import { TimedMessage, useTimedMessage } from "#web/ui/editing/notices.tsx";
import { ActiveBadge, PanelHeader, RecordPanel } from "#web/ui/editing/panel.tsx";
import { SectionEditor } from "#web/ui/editing/section-editor.tsx";
import { useSectionEditor } from "#web/ui/editing/use-section-editor.ts";
import { Switch } from "#web/ui/elements/choice.tsx";
import { Textarea, TextInput } from "#web/ui/elements/inputs.tsx";
import { formatDateTime } from "#web/ui/formatted-date.tsx";

/** The one record of hero and banner, under both of the panel's names. */
export function BannerPanel({ preview, home }: { preview: BannerPreview; home?: boolean }) {
  return (
    <RecordPanel<BannerRecord>
      call={getBanner}
      loading="Loading banner data..."
      failed="Failed to fetch banner data"
      failedOffline="Failed to connect to server"
    >
      {(record, store) => (
        <BannerEditor
          record={record}
          store={store}
          texts={home ? homeTexts : sectionTexts}
          preview={preview}
        />
      )}
    </RecordPanel>
  );
}

type BannerPreview = (values: BannerForm) => ReactNode;

/** The documented texts differ by the panel's name: Banner Section and Home Banner. */
const sectionTexts = {
  saved: "Banner section updated successfully!",
  saveFailed: "Failed to update banner section",
  resetFailed: "Failed to reset banner section",
};
const homeTexts: typeof sectionTexts = {
  saved: "Banner updated successfully!",
  saveFailed: "Failed to update banner",
  resetFailed: "Failed to reset banner",
};

const resetQuestion =
  "Are you sure you want to reset the banner section to default? This action cannot be undone.";

function valuesOf(record: BannerRecord): BannerForm {
  const { version: _, createdAt: __, updatedAt: ___, ...values } = record;
  return values;
}

function BannerEditor(props: {
  record: BannerRecord;
  store: (record: BannerRecord) => void;
  texts: typeof sectionTexts;
  preview: BannerPreview;
}) {
  const { record, store, texts } = props;
  const message = useTimedMessage();
  const state = useSectionEditor<BannerRecord, BannerForm>({
    record,
    store,
    valuesOf,
    check: checkBy(bannerForm),
    calls: { get: getBanner, update: updateBanner, reset: resetBanner, restore: restoreBanner },
    activation: {
      deactivate: deactivateBanner,
      removeLabel: "Delete Banner",
      question: {
        title: "Deactivate the banner?",
        message:
          "Nothing is deleted: the banner is deactivated, and visitors see a plain heading until it is activated again.",
        confirmLabel: "Deactivate",
      },
      removeTitle: "Delete the banner?",
      done: "Banner section updated successfully!",
      toggleFailed: "Failed to toggle banner status",
      removeFailed: "Failed to deactivate banner",
    },
    texts: {
      saved: texts.saved,
      saveFailed: texts.saveFailed,
      saveOffline: "Failed to save changes",
      resetQuestion: {
        title: "Reset the banner section?",
        message: resetQuestion,
        confirmLabel: "Reset to Default",
      },
      resetDone: "Banner section reset to default successfully!",
      resetFailed: texts.resetFailed,
    },
    say: message.show,
  });
  const { form } = state.editor;
  const text = (name: keyof BannerForm) => form.getInputProps(name);
  return (
    <>
      <PanelHeader
        title="Banner Section Management"
        description="The first thing a visitor sees. While it is inactive, the home page keeps a plain heading."
      />
      <SectionEditor
        section="banner-section"
        label="Banner Section"
        state={state}
        statusTitle="Banner status"
        facts={[
          { label: "Status", value: <ActiveBadge active={record.isActive} /> },
          { label: "YouTube video", value: record.youtubeUrl ? "Yes" : "No" },
          { label: "Background image", value: record.backgroundImage ? "Yes" : "No" },
          { label: "Last updated", value: formatDateTime(record.updatedAt) },
        ]}
        message={<TimedMessage message={message.text} />}
        submitDisabled={form.values.mainTitle.trim() === ""}
        hidden={!form.values.isActive}
        previewTitle="Preview of the banner"
        preview={props.preview({ ...form.values, isActive: true })}
      >
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
        <ImageField
          label="Background image"
          input={text("backgroundImage")}
          alt={text("backgroundImageAlt")}
        />
        <Switch label="Active" {...form.getInputProps("isActive", { type: "checkbox" })} />
      </SectionEditor>
    </>
  );
}
