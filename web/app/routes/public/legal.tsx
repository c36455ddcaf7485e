import { getPage, type PageSlug } from "#contract/pages.ts";
import { pageApi } from "#web/api/loaders.ts";
import { excerpt, siteFacts, siteMeta } from "#web/features/shell/site-meta.ts";
import { LegalPage } from "#web/features/site/text-page.tsx";
import { linesOf } from "#web/ui/lines-of-text.ts";
import type { Route } from "./+types/legal";

/** One screen for /terms, /privacy and /refund-policy: the route is the slug, however its address was written. */
export async function loader({ context, pattern }: Route.LoaderArgs) {
  const slug = pattern as PageSlug;
  const { data } = (await pageApi(context)(getPage, { params: { slug } })).body;
  return data;
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const { shopName } = siteFacts(matches);
  return siteMeta(matches, {
    title: `${loaderData?.title} · ${shopName}`,
    description: excerpt(linesOf(loaderData?.body ?? "").join(" ")),
    path: `/${loaderData?.slug}`,
  });
}

export default function Legal({ loaderData }: Route.ComponentProps) {
  return <LegalPage page={loaderData} />;
}
