import { useRouteLoaderData } from "react-router";
import { listItems } from "#contract/items.ts";
import { pageApi } from "#web/api/loaders.ts";
import type { RootData } from "#web/features/shell/root-data.ts";
import { siteFacts, siteMeta } from "#web/features/shell/site-meta.ts";
import { ItemCards } from "#web/features/site/item-page.tsx";
import site from "#web/features/site/site.module.css";
import { TextPage } from "#web/features/site/text-page.tsx";
import type { Route } from "./+types/premium";

export async function loader({ context }: Route.LoaderArgs) {
  const { body } = await pageApi(context)(listItems, {});
  return { items: body.filter(({ isActive }) => isActive) };
}

export function meta({ matches }: Route.MetaArgs) {
  const { shopName } = siteFacts(matches);
  return siteMeta(matches, {
    title: `Items · ${shopName}`,
    description:
      "Short guides, recipes and checklists for everything around a thumbnail. Pay once, keep them.",
    path: "/premium",
  });
}

export default function Premium({ loaderData }: Route.ComponentProps) {
  const { shop } = useRouteLoaderData("root") as RootData;
  return (
    <TextPage
      title="The item shelf"
      lead={
        <p>Short guides, recipes and checklists for everything around a thumbnail. Pay once, keep them.</p>
      }
    >
      {loaderData.items.length === 0 ? (
        <p className={site.lead}>The shelf is empty at the moment.</p>
      ) : (
        <ItemCards items={loaderData.items} currency={shop.currency} level={2} eager={3} />
      )}
    </TextPage>
  );
}
