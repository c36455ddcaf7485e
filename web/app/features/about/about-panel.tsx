import { type AboutRecord, getAbout } from "#contract/about.ts";
import { AboutEditor, type AboutPreview } from "#web/features/about/about-editor.tsx";
import { PanelError, PanelLoading } from "#web/ui/editing/panel.tsx";
import { useSection } from "#web/ui/editing/use-section-editor.ts";

export function AboutPanel({ preview }: { preview: AboutPreview }) {
  const part = useSection<AboutRecord>(getAbout);
  if (part.error) return <PanelError error={part.error} title="Failed to fetch about data" />;
  if (!part.record) return <PanelLoading label="Loading about data..." />;
  return <AboutEditor record={part.record} store={part.store} preview={preview} />;
}
