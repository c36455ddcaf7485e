import type { ReactNode } from "react";
import { z } from "zod";
import { lineText, urlText } from "#contract/fields.ts";
import { type FooterRecord, getFooter, updateFooter } from "#contract/footer.ts";
import type { FooterForm } from "#contract/footer-form.ts";
import { api } from "#web/api/client.ts";
import { checkBy } from "#web/ui/check-values.ts";
import { EditorForm, EditorLayout } from "#web/ui/editing/editor-form.tsx";
import { ImageField } from "#web/ui/editing/image-field.tsx";
import { editorToasts } from "#web/ui/editing/notices.tsx";
import { PanelHeader, RecordPanel } from "#web/ui/editing/panel.tsx";
import { PreviewFrame } from "#web/ui/editing/preview.tsx";
import { useRecordForm } from "#web/ui/editing/use-record-form.ts";
import { TextInput } from "#web/ui/elements/inputs.tsx";

/** The logo of header and footer; it is kept in the footer's record. */
export function LogoPanel({ preview }: { preview: LogoPreview }) {
  return (
    <RecordPanel<FooterRecord>
      call={getFooter}
      loading="Loading logo data..."
      failed="Failed to fetch logo data"
      failedOffline={(message) => `Error fetching logo data: ${message}`}
    >
      {(record, store) => <LogoEditor record={record} store={store} preview={preview} />}
    </RecordPanel>
  );
}

type LogoPreview = (values: FooterForm) => ReactNode;

const blankUrl = "Please enter a logo URL";
/** As the call has them, so that what is refused is told at its field. */
const schema = z.object({
  topSection: z.object({ logoText: lineText }),
  middleSection: z.object({
    logoUrl: z
      .string()
      .refine((url) => url.trim() !== "", blankUrl)
      .pipe(urlText),
    darkLogoUrl: urlText,
  }),
});
type LogoForm = z.output<typeof schema>;

function valuesOf(record: FooterRecord | null): LogoForm {
  const { logoUrl, darkLogoUrl } = record!.middleSection;
  return { topSection: { logoText: record!.topSection.logoText }, middleSection: { logoUrl, darkLogoUrl } };
}

function withLogo(record: FooterRecord, logo: LogoForm): FooterForm {
  const { isActive, topSection, middleSection, bottomSection } = record;
  return {
    isActive,
    topSection: { ...topSection, ...logo.topSection },
    middleSection: { ...middleSection, ...logo.middleSection },
    bottomSection,
  };
}

function LogoEditor(props: {
  record: FooterRecord;
  store: (record: FooterRecord) => void;
  preview: LogoPreview;
}) {
  const { record, store } = props;
  const editor = useRecordForm<FooterRecord, LogoForm>({
    record,
    valuesOf,
    check: checkBy(schema),
    // Only the logo's fields, so that another admin's edit of the footer is no conflict.
    save: async (logo, version) => (await api(updateFooter, { body: { ...logo, version } })).body.data,
    store,
    onSaved: () => editorToasts.success("Logo updated successfully!"),
    failureTitle: (message) => `Failed to update logo: ${message}`,
  });
  const { form } = editor;
  return (
    <>
      <PanelHeader
        title="Logo Update"
        description="The logo in the head and foot of every public page, at sign-in, in the checkout and in the sidebar."
      />
      <EditorLayout
        form={
          <EditorForm editor={editor} subject="footer-section">
            <ImageField
              label="Logo URL"
              description="For light grounds, and for dark ones too as long as there is none for them."
              required
              ground="light"
              input={form.getInputProps("middleSection.logoUrl")}
            />
            <ImageField
              label="Dark logo"
              description="Optional: for dark grounds, such as the footer, the sidebar and the dark scheme."
              ground="dark"
              input={form.getInputProps("middleSection.darkLogoUrl")}
            />
            <TextInput
              label="Logo text"
              description="Read out in place of the picture, and shown where it is missing."
              {...form.getInputProps("topSection.logoText")}
            />
          </EditorForm>
        }
        preview={
          <PreviewFrame title="Preview of the logo" bothSchemes>
            {props.preview(withLogo(record, form.values))}
          </PreviewFrame>
        }
      />
    </>
  );
}
