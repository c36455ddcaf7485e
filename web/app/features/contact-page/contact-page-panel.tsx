import { type ContactPageRecord, getContactPage } from "#contract/contact-page.ts";
import {
  ContactPageEditor,
  type ContactPagePreview,
} from "#web/features/contact-page/contact-page-editor.tsx";
import { PanelError, PanelLoading } from "#web/ui/editing/panel-states.tsx";
import { usePart } from "#web/ui/editing/use-part.ts";

export function ContactPagePanel({ preview }: { preview: ContactPagePreview }) {
  const part = usePart<ContactPageRecord>(getContactPage);
  if (part.error) return <PanelError error={part.error} title="Failed to fetch contact page data" />;
  if (!part.record) return <PanelLoading label="Loading contact page data..." />;
  return <ContactPageEditor record={part.record} store={part.store} preview={preview} />;
}
