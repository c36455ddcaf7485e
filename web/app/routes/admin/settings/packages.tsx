import { PackagesPanel } from "#web/features/admin-packages/packages-panel.tsx";
import { useViewer } from "#web/features/shell/viewer.ts";
import { Pricing } from "#web/features/site/pricing.tsx";
import { PanelHeader } from "#web/ui/editing/panel.tsx";

export default function PackageSettings() {
  const { currency } = useViewer().shop;
  return (
    <PackagesPanel
      currency={currency}
      level={3}
      heading={(add) => (
        <PanelHeader
          title="Packages"
          description="At most three, in the order of their cards."
          actions={add}
        />
      )}
      preview={(packages) => <Pricing loaded={packages} currency={currency} />}
    />
  );
}
