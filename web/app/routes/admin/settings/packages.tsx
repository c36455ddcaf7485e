import { Pricing } from "#web/features/content/pricing.tsx";
import { PackagesPanel } from "#web/features/package-editor/packages-panel.tsx";
import { useViewer } from "#web/features/session/viewer.ts";
import { PanelHeader } from "#web/ui/editing/panel-header.tsx";

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
