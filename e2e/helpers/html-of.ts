import type { RunningShop } from "./start-shop.ts";

/** A visitor's page as the shop sends it: all that is shown before any script, without the scripts and their data. */
export async function htmlOf(shop: RunningShop, path: string): Promise<string> {
  const answer = await fetch(shop.url + path, { headers: { accept: "text/html" } });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
  return (await answer.text()).replaceAll(/<script\b.*?<\/script>/gs, "");
}

/** What each element of the kind says, in their order. */
export const textsOf = (html: string, tag: string): string[] =>
  [...html.matchAll(new RegExp(`<${tag}\\b[^>]*>(.*?)</${tag}>`, "gs"))].map(([, inner]) =>
    inner!
      .replaceAll(/<[^>]*>/g, "")
      .replaceAll("&#x27;", "'")
      .replaceAll("&amp;", "&"),
  );
