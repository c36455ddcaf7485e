import { useRouteLoaderData } from "react-router";
import { pageApi } from "#web/api/loaders.ts";
import type { RootData } from "#web/features/shell/root-data.ts";
import { excerpt, siteFacts, siteMeta } from "#web/features/shell/site-meta.ts";
import { AboutSections } from "#web/features/site/about-sections.tsx";
import { type HomeBlocks, shownBanner, useBlock } from "#web/features/site/block.tsx";
import { ContactSection } from "#web/features/site/contact-section.tsx";
import { FeaturesGrid } from "#web/features/site/features-grid.tsx";
import { Hero } from "#web/features/site/hero.tsx";
import { loadHomeBlocks, loadOwnLogo, loadShop } from "#web/features/site/load-blocks.ts";
import { Pricing } from "#web/features/site/pricing.tsx";
import { Promo } from "#web/features/site/promo.tsx";
import { homeStructuredData } from "#web/features/site/structured-data.ts";
import { Testimonials } from "#web/features/site/testimonials.tsx";
import { feedVideos } from "#web/ui/feed-videos.ts";
import type { Route } from "./+types/home";

interface HomeData extends HomeBlocks {
  /** For search engines, which read the page as the server made it. */
  jsonLd: object | null;
  /** Videos of a feed, in which a pair is shown. */
  feed: string[][];
}

export async function loader({ context, request }: Route.LoaderArgs): Promise<HomeData> {
  const api = pageApi(context);
  const [blocks, shop, ownLogo] = await Promise.all([
    loadHomeBlocks(api),
    loadShop(api, request),
    loadOwnLogo(api),
  ]);
  return { ...blocks, feed: feedVideos, jsonLd: homeStructuredData(shop, blocks, ownLogo) };
}

const nothing: HomeData = {
  feed: [],
  jsonLd: null,
  banner: null,
  features: null,
  about: null,
  packages: null,
  testimonials: null,
  contact: null,
};

/** Where the page's data can't be had at once, each block asks for its own and shows its own error. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs): Promise<HomeData> {
  try {
    return await serverLoader();
  } catch (error) {
    if (error instanceof Response) throw error;
    return nothing;
  }
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const facts = siteFacts(matches);
  const banner = loaderData?.banner ? shownBanner(loaderData.banner) : null;
  return siteMeta(matches, {
    title: `${facts.shopName}: YouTube thumbnails from your video title`,
    description: excerpt(
      banner?.description ||
        "Type the title of your video and get two different thumbnails, ready to upload.",
    ),
    path: "/",
    ...(loaderData?.jsonLd ? { jsonLd: loaderData.jsonLd } : {}),
  });
}

const bannerSource = { path: "/api/banner-section", fallback: "Failed to fetch banner data" } as const;

export default function Home({ loaderData }: Route.ComponentProps) {
  const { user, shop } = useRouteLoaderData("root") as RootData;
  const banner = useBlock(loaderData.banner, bannerSource);
  return (
    <>
      <Hero block={banner} shopName={shop.name} />
      <Promo block={banner} feed={loaderData.feed} />
      <FeaturesGrid loaded={loaderData.features} />
      <AboutSections loaded={loaderData.about} />
      <Pricing loaded={loaderData.packages} shop={shop} />
      <Testimonials loaded={loaderData.testimonials} demo={shop.demo} />
      <ContactSection loaded={loaderData.contact} viewer={user} level={2} />
    </>
  );
}
