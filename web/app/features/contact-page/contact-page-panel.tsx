import { type ContactPageRecord, getContactPage } from "#contract/contact-page.ts";
import {
  ContactPageEditor,
  type ContactPagePreview,
} from "#web/features/contact-page/contact-page-editor.tsx";
import { PanelError, PanelLoading } from "#web/ui/editing/panel.tsx";
import { useSection } from "#web/ui/editing/use-section-editor.ts";

export function ContactPagePanel({ preview }: { preview: ContactPagePreview }) {
  const part = useSection<ContactPageRecord>(getContactPage);
  if (part.error) return <PanelError error={part.error} title="Failed to fetch contact page data" />;
  if (!part.record) return <PanelLoading label="Loading contact page data..." />;
  return <ContactPageEditor record={part.record} store={part.store} preview={preview} />;
}
