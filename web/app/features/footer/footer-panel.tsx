import { type FooterRecord, getFooter } from "#contract/footer.ts";
import { FooterEditor, type FooterPreview } from "#web/features/footer/footer-editor.tsx";
import { PanelError, PanelLoading } from "#web/ui/editing/panel.tsx";
import { useSection } from "#web/ui/editing/use-section-editor.ts";

export function FooterPanel({ preview }: { preview: FooterPreview }) {
  const part = useSection<FooterRecord>(getFooter);
  if (part.error) return <PanelError error={part.error} title="Failed to fetch footer data" />;
  if (!part.record) return <PanelLoading label="Loading footer data..." />;
  return <FooterEditor record={part.record} store={part.store} preview={preview} />;
}
