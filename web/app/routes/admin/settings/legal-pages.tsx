import { LegalPage } from "#web/features/content/legal-page.tsx";
import { LegalPagesPanel } from "#web/features/legal-pages/legal-pages-panel.tsx";

export default function LegalPageSettings() {
  return <LegalPagesPanel preview={(page) => <LegalPage page={page} />} />;
}
