/** The one way to write an item's address: a header holds none of the letters that its slug may have. */
export function itemPath({ slug, itemId }: { slug: string; itemId: string }): string {
  return `/premium/${encodeURIComponent(slug)}/${encodeURIComponent(itemId)}`;
}
