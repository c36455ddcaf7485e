import { LegalPage } from "#web/features/content/legal-page.tsx";
import { LegalPagesPanel } from "#web/features/legal-pages/legal-pages-panel.tsx";
import { stamp } from "./stamp.ts";

export default function LegalPageSettings() {
  return <LegalPagesPanel preview={(values) => <LegalPage page={{ ...stamp, ...values }} />} />;
}
