import { data, redirect, useRouteLoaderData } from "react-router";
import { getItem, type ItemRecord, listItems } from "#contract/items.ts";
import { pageApi } from "#web/api/loaders.ts";
import { itemPath } from "#web/features/shell/item-path.ts";
import type { RootData } from "#web/features/shell/root-data.ts";
import { excerpt, siteFacts, siteMeta } from "#web/features/shell/site-meta.ts";
import { ItemPage } from "#web/features/site/item-page.tsx";
import { loadShop } from "#web/features/site/load-blocks.ts";
import { itemStructuredData } from "#web/features/site/structured-data.ts";
import { NotFoundText } from "#web/features/site/text-page.tsx";
import type { Route } from "./+types/item";

interface Found {
  item: ItemRecord;
  others: ItemRecord[];
  jsonLd: object;
}

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const api = pageApi(context);
  const item = await api(getItem, { params: { id: params.itemId } }).then(
    (answer) => answer.body.data,
    (error: { status?: number }) => {
      if (error.status === 404) return null;
      throw error;
    },
  );
  if (!item) return data<Found | null>(null, { status: 404 });
  // One and the same Korean name may be written in whole syllables or in their parts.
  const isPresent = item.slug.normalize() === params.slug.normalize() && item.itemId === params.itemId;
  if (!isPresent) throw redirect(itemPath(item), 301);
  const all = (await api(listItems, {})).body;
  const others = all.filter(({ _id, isActive }) => isActive && _id !== item._id).slice(0, 3);
  const jsonLd = itemStructuredData(await loadShop(api, request), item);
  return data<Found | null>({ item, others, jsonLd });
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const facts = siteFacts(matches);
  if (!loaderData) return [{ title: `404 · ${facts.shopName}` }];
  const { item, jsonLd } = loaderData;
  return siteMeta(matches, {
    title: `${item.itemName} · ${facts.shopName}`,
    description: excerpt(item.description) || `${item.itemName}, a digital item of ${facts.shopName}.`,
    path: itemPath(item),
    image: item.imageUrl,
    jsonLd,
  });
}

export default function Item({ loaderData }: Route.ComponentProps) {
  const { shop } = useRouteLoaderData("root") as RootData;
  if (!loaderData) return <NotFoundText />;
  return <ItemPage item={loaderData.item} others={loaderData.others} currency={shop.currency} />;
}
