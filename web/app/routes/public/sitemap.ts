import { listItems } from "#contract/items.ts";
import { pageApi } from "#web/api/loaders.ts";
import { itemPath } from "#web/features/shell/item-path.ts";
import type { Route } from "./+types/sitemap";

const pages = [
  "/",
  "/about",
  "/contact",
  "/check",
  "/developers",
  "/premium",
  "/terms",
  "/privacy",
  "/refund-policy",
  "/login",
  "/register",
];

const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

export async function loader({ context, request }: Route.LoaderArgs) {
  const { origin } = new URL(request.url);
  const items = (await pageApi(context)(listItems, {})).body.filter(({ isActive }) => isActive);
  const paths = [...pages, ...items.map(itemPath)];
  const urls = paths.map((path) => `<url><loc>${escaped(origin + path)}</loc></url>`);
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("\n")}\n</urlset>\n`;
  return new Response(xml, {
    headers: { "content-type": "text/xml; charset=utf-8", "cache-control": "public, max-age=3600" },
  });
}
