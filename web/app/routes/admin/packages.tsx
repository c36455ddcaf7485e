import { PackagesPanel } from "#web/features/admin-packages/packages-panel.tsx";
import { pageTitle } from "#web/features/shell/page-title.ts";
import { useViewer } from "#web/features/shell/viewer.ts";
import { Pricing } from "#web/features/site/pricing.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";

export const meta = pageTitle("Pricing Packages");

export default function Packages() {
  const { shop } = useViewer();
  return (
    <PackagesPanel
      currency={shop.currency}
      level={2}
      heading={(add) => <PageHeader title="Pricing Packages" actions={add} />}
      preview={(packages) => <Pricing loaded={packages} shop={shop} />}
    />
  );
}
