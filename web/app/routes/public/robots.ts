import type { Route } from "./+types/robots";

/** What belongs to one person, to the back office or to a purchase is no search engine's. */
const closed = [
  "/user",
  "/admin",
  "/buy/",
  "/item-buy/",
  "/pay-now/",
  "/item-pay-now/",
  "/profile",
  "/update-profile",
  "/settings",
  "/reset-password",
  "/forgot-password",
  "/demo/",
  "/api/",
];

export function loader({ request }: Route.LoaderArgs) {
  const lines = ["User-agent: *", ...closed.map((path) => `Disallow: ${path}`)];
  const text = `${lines.join("\n")}\n\nSitemap: ${new URL(request.url).origin}/sitemap.xml\n`;
  return new Response(text, {
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=3600" },
  });
}
