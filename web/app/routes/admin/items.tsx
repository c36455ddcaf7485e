import { ItemsPanel } from "#web/features/admin-items/items-panel.tsx";
import { MediaProvider } from "#web/features/media/media-provider.tsx";
import { pageTitle } from "#web/features/shell/page-title.ts";
import { useViewer } from "#web/features/shell/viewer.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { useLate } from "#web/ui/use-late.ts";

/** What the preview shows: an item has to be opened first. */
const loadSite = () => import("#web/features/site/item-page.tsx");

export const meta = pageTitle("Items");

export default function Items() {
  const { currency } = useViewer().shop;
  const site = useLate(loadSite);
  return (
    <MediaProvider>
      <ItemsPanel
        currency={currency}
        heading={(add) => (
          <PageHeader title="Items" description="Digital goods beside the packages." actions={add} />
        )}
        preview={(item) => site && <site.ItemPage item={item} others={[]} currency={currency} />}
      />
    </MediaProvider>
  );
}
