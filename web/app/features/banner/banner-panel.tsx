import { type BannerRecord, getBanner } from "#contract/banner.ts";
import {
  BannerEditor,
  type BannerPreview,
  homeTexts,
  sectionTexts,
} from "#web/features/banner/banner-editor.tsx";
import { PanelError, PanelLoading } from "#web/ui/editing/panel.tsx";
import { useSection } from "#web/ui/editing/use-section-editor.ts";

/** The one record of hero and banner, under both of the panel's names. */
export function BannerPanel({ preview, home }: { preview: BannerPreview; home?: boolean }) {
  const part = useSection<BannerRecord>(getBanner);
  if (part.error) {
    return (
      <PanelError
        error={part.error}
        title="Failed to fetch banner data"
        offlineTitle="Failed to connect to server"
      />
    );
  }
  if (!part.record) return <PanelLoading label="Loading banner data..." />;
  return (
    <BannerEditor
      record={part.record}
      store={part.store}
      texts={home ? homeTexts : sectionTexts}
      preview={preview}
    />
  );
}
