import type { MetaDescriptor } from "react-router";
import type { RootData } from "#web/features/shell/root-data.ts";

type Match = { id: string; loaderData?: unknown } | undefined;

interface PageFacts {
  title: string;
  description: string;
  /** Of the page itself, without query. */
  path: string;
  /** Site path of the picture that a shared link shows; the shop's own without one. */
  image?: string;
  /** Data for search engines. */
  jsonLd?: object;
  /** For pages that no search engine should list. */
  hidden?: boolean;
}

const sharePicture = "/media/defaults/share.jpg";
/** Facebook shows a picture of known size with the very first link to a page. */
const sharePictureSize = [
  { property: "og:image:width", content: "1200" },
  { property: "og:image:height", content: "630" },
];

/** The shop's name and public address, as the root loader gave them. */
export function siteFacts(matches: readonly Match[]): { shopName: string; origin: string } {
  const root = matches.find((match) => match?.id === "root")?.loaderData as RootData | undefined;
  return { shopName: root?.shop.name ?? "", origin: root?.origin ?? "" };
}

/** Title, description, canonical address, sharing picture and structured data of a public page. */
export function siteMeta(matches: readonly Match[], facts: PageFacts): MetaDescriptor[] {
  const { shopName, origin } = siteFacts(matches);
  const { title, description, path, image, jsonLd, hidden } = facts;
  const url = `${origin}${path}`;
  const picture = image || sharePicture;
  const pictureUrl = picture.startsWith("/") ? `${origin}${picture}` : picture;
  return [
    { title },
    { name: "description", content: description },
    ...(hidden
      ? [{ name: "robots", content: "noindex" }]
      : [{ tagName: "link", rel: "canonical", href: url } as const]),
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: shopName },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: url },
    { property: "og:image", content: pictureUrl },
    ...(image ? [] : sharePictureSize),
    { name: "twitter:card", content: "summary_large_image" },
    ...(jsonLd ? [{ "script:ld+json": jsonLd as Record<string, string> }] : []),
  ];
}

/**
 * The beginning of a longer text, for a description: cut at a word, or between two letters where the last blank is far
 * away, since Japanese and Thai have few.
 */
export function excerpt(text: string): string {
  const length = 155;
  const plain = text.replace(/\s+/g, " ").trim();
  const letters = [...plain];
  if (letters.length <= length) return plain;
  const most = letters.slice(0, length - 1).join("");
  const blank = plain.lastIndexOf(" ", most.length);
  return `${blank > most.length / 2 ? plain.slice(0, blank) : most}…`;
}
