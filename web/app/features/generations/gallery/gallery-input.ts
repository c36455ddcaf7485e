import { nicheValues, styles } from "#contract/generation-options.ts";
import { filtersOf, type TableDefaults, tableQueryOf } from "#web/ui/table-url.ts";

/** The gallery holds runs and designs; the other screen designs alone, the one changed last first. */
export type GalleryPlace = "gallery" | "designs";

/** Whole rows of two, three and four. */
export const pageSize = 24;

export const newestFirst: TableDefaults<"createdAt"> = {
  sorts: ["createdAt"],
  sort: "createdAt",
  order: "desc",
};
export const knownFilters = {
  kind: ["run", "design"],
  kept: ["true"],
  favourite: ["true"],
  niche: nicheValues,
  style: styles,
} as const;

const listOf = {
  gallery: {},
  designs: { kind: "design", sort: "updatedAt", order: "desc" },
} as const;

/** What the server is asked for where the screen's address says `search`. */
export function galleryInput(place: GalleryPlace, search: string, page = 1) {
  const { q } = tableQueryOf(search, newestFirst);
  return {
    query: {
      page,
      pageSize,
      ...(q ? { q } : {}),
      ...filtersOf(search, knownFilters),
      ...listOf[place],
    },
  };
}
