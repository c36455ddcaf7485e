import { type AboutRecord, getAbout } from "#contract/about.ts";
import { AboutEditor, type AboutPreview } from "#web/features/about/about-editor.tsx";
import { PanelError, PanelLoading } from "#web/ui/editing/panel-states.tsx";
import { usePart } from "#web/ui/editing/use-part.ts";

export function AboutPanel({ preview }: { preview: AboutPreview }) {
  const part = usePart<AboutRecord>(getAbout);
  if (part.error) return <PanelError error={part.error} title="Failed to fetch about data" />;
  if (!part.record) return <PanelLoading label="Loading about data..." />;
  return <AboutEditor record={part.record} store={part.store} preview={preview} />;
}
