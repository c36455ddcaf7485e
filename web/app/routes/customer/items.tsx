import { Info } from "lucide-react";
import { listItems } from "#contract/items.ts";
import { listBoughtItems } from "#contract/orders.ts";
import { pageApi, undefinedOnError } from "#web/api/loaders.ts";
import { ItemAction } from "#web/features/orders/bought-items.tsx";
import { mayBuy } from "#web/features/shell/may-buy.ts";
import { pageTitle } from "#web/features/shell/page-title.ts";
import { requireViewer } from "#web/features/shell/require-viewer.ts";
import { useViewer } from "#web/features/shell/viewer.ts";
import { ItemCards } from "#web/features/site/item-page.tsx";
import { Alert } from "#web/ui/elements/alert.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import type { Route } from "./+types/items";

export const meta = pageTitle("Items");

export async function loader({ context, request }: Route.LoaderArgs) {
  const api = pageApi(context);
  const [, { body }, bought] = await Promise.all([
    requireViewer({ context, request }),
    api(listItems, {}),
    undefinedOnError(api(listBoughtItems, {})),
  ]);
  return { items: body.filter(({ isActive }) => isActive), bought: bought?.body.data ?? [] };
}

/** The public shelf inside the shell: menu, balance and place stay, and an item is bought from its card. */
export default function Items({ loaderData }: Route.ComponentProps) {
  const { user, shop } = useViewer();
  const seller = !mayBuy(user);
  return (
    <>
      <PageHeader
        title="Items"
        description="Short guides, recipes and checklists for everything around a thumbnail. Pay once, keep them."
      />
      {seller && (
        <Alert color="accent" icon={<Info size={20} aria-hidden />} mb="xl">
          Sellers cannot purchase products
        </Alert>
      )}
      {loaderData.items.length === 0 ? (
        <EmptyState title="The shelf is empty at the moment." />
      ) : (
        <ItemCards
          items={loaderData.items}
          currency={shop.currency}
          level={2}
          eager={3}
          action={({ _id, itemName }) => (
            <ItemAction
              id={_id}
              name={itemName}
              buyable={!seller}
              order={loaderData.bought.find(({ packageId }) => packageId === _id)}
            />
          )}
        />
      )}
    </>
  );
}
