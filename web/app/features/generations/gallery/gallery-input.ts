import { niches, styles } from "#contract/generation-options.ts";
import { type TableDefaults, tableQueryOf } from "#web/ui/table-url.ts";

/** The gallery holds runs and designs; the other screen designs alone, the one changed last first. */
export type GalleryPlace = "gallery" | "designs";

/** Whole rows of two, three and four. */
export const pageSize = 24;

export const newestFirst: TableDefaults<"createdAt"> = {
  sorts: ["createdAt"],
  sort: "createdAt",
  order: "desc",
};
export const filterNames = ["kind", "kept", "favourite", "niche", "style"];

const listOf = {
  gallery: {},
  designs: { kind: "design", sort: "updatedAt", order: "desc" },
} as const;

/** What the server is asked for where the screen's address says `search`; what it would refuse is left out. */
export function galleryInput(place: GalleryPlace, search: string, page = 1) {
  const { q } = tableQueryOf(search, newestFirst);
  const params = new URLSearchParams(search);
  const one = <V extends string>(name: string, values: readonly V[]) => {
    const value = values.find((known) => known === params.get(name));
    return value === undefined ? {} : { [name]: value };
  };
  return {
    query: {
      page,
      pageSize,
      ...(q ? { q } : {}),
      ...one("kind", ["run", "design"]),
      ...one("kept", ["true"]),
      ...one("favourite", ["true"]),
      ...one(
        "niche",
        niches.map(({ value }) => value),
      ),
      ...one("style", styles),
      ...listOf[place],
    },
  };
}
