import { ItemsPanel } from "#web/features/admin-items/items-panel.tsx";
import { useViewer } from "#web/features/shell/viewer.ts";
import { PanelHeader } from "#web/ui/editing/panel.tsx";
import { ItemPreview } from "./item-preview.tsx";

export default function ItemSettings() {
  return (
    <ItemsPanel
      currency={useViewer().shop.currency}
      heading={(add) => (
        <PanelHeader title="Items" description="Digital goods beside the packages." actions={add} />
      )}
      preview={(item) => <ItemPreview item={item} />}
    />
  );
}
