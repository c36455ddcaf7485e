import { PackagesPanel } from "#web/features/admin-packages/packages-panel.tsx";
import { pageTitle } from "#web/features/shell/page-title.ts";
import { useViewer } from "#web/features/shell/viewer.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { useLate } from "#web/ui/use-late.ts";

/** What the preview shows, below the list. */
const loadSite = () => import("#web/features/site/pricing.tsx");

export const meta = pageTitle("Pricing Packages");

export default function Packages() {
  const { shop } = useViewer();
  const site = useLate(loadSite);
  return (
    <PackagesPanel
      currency={shop.currency}
      level={2}
      heading={(add) => <PageHeader title="Pricing Packages" actions={add} />}
      preview={(packages) => site && <site.Pricing loaded={packages} shop={shop} />}
    />
  );
}
