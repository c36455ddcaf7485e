import { pageApi } from "#web/api/loaders.ts";
import { loadOwnLogo, loadShop } from "#web/features/site/load-blocks.ts";
import type { Route } from "./+types/manifest";

const icon = (src: string, sizes: string, type: string, purpose?: string) => ({
  src,
  sizes,
  type,
  ...(purpose ? { purpose } : {}),
});

/** The product's own, in the forms that an uploaded logo does not have. */
const drawn = [
  icon("/icon-maskable-512.png", "512x512", "image/png", "maskable"),
  icon("/favicon.svg", "any", "image/svg+xml"),
];

/** What a browser needs to put the shop on a device's home screen, under the name that the shop has now. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const api = pageApi(context);
  const [{ shopName }, ownLogo] = await Promise.all([loadShop(api, request), loadOwnLogo(api)]);
  const square = ["192", "512"].map((side) => icon(`/shop-icon/${side}`, `${side}x${side}`, "image/png"));
  const manifest = {
    name: shopName,
    short_name: shopName,
    description: "YouTube thumbnails made from a title: two pictures for every credit.",
    id: "/",
    start_url: "/user/dashboard",
    scope: "/",
    display: "standalone",
    background_color: "#f0f5f4",
    theme_color: "#002d32",
    icons: ownLogo?.startsWith("/uploads/") ? square : [...square, ...drawn],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { "content-type": "application/manifest+json; charset=utf-8", "cache-control": "no-cache" },
  });
}
