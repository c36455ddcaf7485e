import { ItemsPanel } from "#web/features/admin-items/items-panel.tsx";
import { MediaProvider } from "#web/features/media/media-provider.tsx";
import { pageTitle } from "#web/features/shell/page-title.ts";
import { useViewer } from "#web/features/shell/viewer.ts";
import { ItemPage } from "#web/features/site/item-page.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";

export const meta = pageTitle("Items");

export default function Items() {
  const { currency } = useViewer().shop;
  return (
    <MediaProvider>
      <ItemsPanel
        currency={currency}
        heading={(add) => (
          <PageHeader title="Items" description="Digital goods beside the packages." actions={add} />
        )}
        preview={(item) => <ItemPage item={item} others={[]} currency={currency} />}
      />
    </MediaProvider>
  );
}
