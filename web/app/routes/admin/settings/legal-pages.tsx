import { LegalPagesPanel } from "#web/features/legal-pages/legal-pages-panel.tsx";
import { LegalPage } from "#web/features/site/legal-page.tsx";

export default function LegalPageSettings() {
  return <LegalPagesPanel preview={(page) => <LegalPage page={page} />} />;
}
