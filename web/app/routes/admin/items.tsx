import { ItemsPanel } from "#web/features/admin-items/items-panel.tsx";
import { MediaProvider } from "#web/features/media/media-provider.tsx";
import { pageTitle } from "#web/features/shell/page-title.ts";
import { useViewer } from "#web/features/shell/viewer.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { ItemPreview } from "./settings/item-preview.tsx";

export const meta = pageTitle("Items");

export default function Items() {
  return (
    <MediaProvider>
      <ItemsPanel
        currency={useViewer().shop.currency}
        heading={(add) => (
          <PageHeader title="Items" description="Digital goods beside the packages." actions={add} />
        )}
        preview={(item) => <ItemPreview item={item} />}
      />
    </MediaProvider>
  );
}
