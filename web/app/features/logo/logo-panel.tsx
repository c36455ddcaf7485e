import { type FooterRecord, getFooter } from "#contract/footer.ts";
import { LogoEditor, type LogoPreview } from "#web/features/logo/logo-editor.tsx";
import { PanelError, PanelLoading } from "#web/ui/editing/panel.tsx";
import { useSection } from "#web/ui/editing/use-section-editor.ts";

/** The logo of header and footer; it is kept in the footer's record. */
export function LogoPanel({ preview }: { preview: LogoPreview }) {
  const part = useSection<FooterRecord>(getFooter);
  if (part.error) {
    return (
      <PanelError
        error={part.error}
        title="Failed to fetch logo data"
        offlineTitle={`Error fetching logo data: ${part.error.message}`}
      />
    );
  }
  if (!part.record) return <PanelLoading label="Loading logo data..." />;
  return <LogoEditor record={part.record} store={part.store} preview={preview} />;
}
