import { ContactPagePanel } from "#web/features/contact-page/contact-page-panel.tsx";
import { ContactSection } from "#web/features/site/contact-section.tsx";
import { stamp } from "./stamp.ts";

export default function ContactSettings() {
  return (
    <ContactPagePanel
      preview={(values) => <ContactSection loaded={{ ...values, ...stamp }} person={null} level={1} />}
    />
  );
}
