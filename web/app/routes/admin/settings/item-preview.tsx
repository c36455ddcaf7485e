import type { ItemRecord } from "#contract/items.ts";
import { ItemPage } from "#web/features/content/item-page.tsx";
import { useViewer } from "#web/features/session/viewer.ts";

export function ItemPreview({ item }: { item: ItemRecord }) {
  return <ItemPage item={item} others={[]} currency={useViewer().shop.currency} />;
}
