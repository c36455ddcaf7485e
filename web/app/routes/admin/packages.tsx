import { Pricing } from "#web/features/content/pricing.tsx";
import { PackagesPanel } from "#web/features/package-editor/packages-panel.tsx";
import { pageTitle } from "#web/features/session/page-title.ts";
import { useViewer } from "#web/features/session/viewer.ts";
import { PageHeader } from "#web/ui/page-header.tsx";

export const meta = pageTitle("Pricing Packages");

export default function Packages() {
  const { currency } = useViewer().shop;
  return (
    <PackagesPanel
      currency={currency}
      level={2}
      heading={(add) => <PageHeader title="Pricing Packages" actions={add} />}
      preview={(packages) => <Pricing loaded={packages} currency={currency} />}
    />
  );
}
