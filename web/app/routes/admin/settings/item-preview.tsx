import type { ItemRecord } from "#contract/items.ts";
import { useViewer } from "#web/features/shell/viewer.ts";
import { ItemPage } from "#web/features/site/item-page.tsx";

export function ItemPreview({ item }: { item: ItemRecord }) {
  return <ItemPage item={item} others={[]} currency={useViewer().shop.currency} />;
}
