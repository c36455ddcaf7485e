import { Heart, Search } from "lucide-react";
import { niches, styles } from "#contract/generation-options.ts";
import css from "#web/features/generations/gallery/gallery.module.css";
import {
  type GalleryPlace,
  knownFilters,
  newestFirst,
} from "#web/features/generations/gallery/gallery-input.ts";
import { Button } from "#web/ui/elements/button.tsx";
import { NativeSelect, TextInput } from "#web/ui/elements/inputs.tsx";
import { optionsOf } from "#web/ui/options.ts";
import { useSearchDraft } from "#web/ui/table-controls.tsx";
import { useTableUrl } from "#web/ui/table-url.ts";

const all = (label: string) => ({ value: "", label });
const kinds = [
  all("Everything"),
  { value: "run", label: "Runs" },
  { value: "design", label: "Designs" },
  { value: "kept", label: "Runs with a kept one" },
];

/** Search and filters, all of them in the address, so that it leads to what they find. */
export function GalleryFilters({ place }: { place: GalleryPlace }) {
  const { query, filters, change, setFilters } = useTableUrl(newestFirst, knownFilters);
  const [draft, setDraft] = useSearchDraft(query.q, (q) => change({ page: 1, q }));
  const isMarked = filters.favourite === "true";
  return (
    <search className={css.filters}>
      <TextInput
        type="search"
        className={css.search}
        label={place === "designs" ? "Search by name" : "Search by title"}
        leftSection={<Search size={18} aria-hidden />}
        value={draft}
        maxLength={200}
        onChange={(event) => setDraft(event.currentTarget.value)}
      />
      {place === "gallery" && (
        <NativeSelect
          label="Show"
          value={filters.kept ? "kept" : (filters.kind ?? "")}
          onChange={({ currentTarget: { value } }) =>
            setFilters(value === "kept" ? { kind: "", kept: "true" } : { kind: value, kept: "" })
          }
          data={kinds}
        />
      )}
      <NativeSelect
        label="Niche"
        value={filters.niche ?? ""}
        onChange={(event) => setFilters({ niche: event.currentTarget.value })}
        data={[all("All niches"), ...niches]}
      />
      <NativeSelect
        label="Style"
        value={filters.style ?? ""}
        onChange={(event) => setFilters({ style: event.currentTarget.value })}
        data={[all("All styles"), ...optionsOf(styles)]}
      />
      <Button
        variant={isMarked ? "light" : "default"}
        leftSection={<Heart size={18} fill={isMarked ? "currentColor" : "none"} aria-hidden />}
        aria-pressed={isMarked}
        onClick={() => setFilters({ favourite: isMarked ? "" : "true" })}
      >
        Favourites
      </Button>
    </search>
  );
}
