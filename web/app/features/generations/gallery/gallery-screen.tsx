import { useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import type { GalleryEntry } from "#contract/gallery.ts";
import { LoadingCards } from "#web/features/generations/gallery/card.tsx";
import type { Chosen } from "#web/features/generations/gallery/choosing.tsx";
import css from "#web/features/generations/gallery/gallery.module.css";
import { EntryCard, useEntryActions } from "#web/features/generations/gallery/gallery-entry.tsx";
import { GalleryFilters } from "#web/features/generations/gallery/gallery-filters.tsx";
import { GalleryHeader } from "#web/features/generations/gallery/gallery-header.tsx";
import {
  type GalleryPlace,
  galleryInput,
  knownFilters,
  pageSize,
} from "#web/features/generations/gallery/gallery-input.ts";
import { GalleryWindow } from "#web/features/generations/gallery/gallery-window.tsx";
import { useDeletion } from "#web/features/generations/gallery/use-deletion.ts";
import { type GalleryLoaded, useGalleryPage } from "#web/features/generations/gallery/use-gallery.ts";
import { useWindow } from "#web/features/generations/gallery/use-window.ts";
import type { Enlarged } from "#web/features/generations/large-view.tsx";
import { MessageBanner } from "#web/features/generations/messages.tsx";
import { DeletedBar } from "#web/ui/deleted-bar.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { KeepRow, useKept } from "#web/ui/kept-rows.ts";
import { KeyHint } from "#web/ui/key-hint.tsx";
import { NotLoaded } from "#web/ui/not-loaded.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { filtersOf } from "#web/ui/table-url.ts";
import { useLate, useOpening } from "#web/ui/use-late.ts";

/** Everything that the person made, to search and to take up again. Its search and filters are in the address. */
export function GalleryScreen({ place, loaded }: { place: GalleryPlace; loaded: GalleryLoaded }) {
  const { search } = useLocation();
  const list = useRef<HTMLUListElement>(null);
  const [enlarged, setEnlarged] = useState<Enlarged | null>(null);
  const [told, setTold] = useState<GalleryEntry | null>(null);
  const large = useOpening(() => import("#web/features/generations/large-view.tsx"));
  const lineage = useOpening(() => import("#web/features/generations/gallery/lineage-view.tsx"));
  const choosing = useLate(() => import("#web/features/generations/gallery/choosing.tsx"));
  const [chosen, setChosen] = useState<Chosen>(null);
  const { kept, keep } = useKept(search);
  const { remove, undo, bar, problem, clearProblem } = useDeletion(({ id }) => keep(id, false));
  const actions = useEntryActions({
    onEnlarge: (generation, position) => setEnlarged({ generation, position }),
    onDelete: remove,
    onLineage: setTold,
  });
  const first = useGalleryPage(place, 1, loaded);
  const closeLarge = () => setEnlarged(null);
  const closeLineage = () => setTold(null);
  const total = first.total ?? 0;
  const window = useWindow(list, total, pageSize);
  return (
    <>
      <GalleryHeader place={place} />
      <section className={css.screen} aria-labelledby="gallery-title">
        <h2 id="gallery-title" className="visually-hidden">
          Your {place}
        </h2>
        <GalleryFilters place={place} />
        <div className={css.above}>
          <p role="status">{first.data && countText(total, galleryInput(place, search).query.kind)}</p>
          {total > 0 && (
            <KeyHint>
              Arrow keys go from one to the next, <kbd>F</kbd> marks a favourite.
            </KeyHint>
          )}
          {choosing && total > 0 && (
            <choosing.ChooseSeveral chosen={chosen} onChange={setChosen} onDelete={remove} />
          )}
        </div>
        {problem && <MessageBanner message={{ kind: "error", text: problem }} onClose={clearProblem} />}
        {first.isError && !first.data ? (
          <ErrorState
            compact
            title={`Your ${place} could not be loaded.`}
            message={first.error?.message}
            onRetry={() => first.refetch()}
          />
        ) : !first.data ? (
          <LoadingCards />
        ) : total === 0 ? (
          <GalleryEmpty place={place} />
        ) : (
          <KeepRow value={keep}>
            <GalleryWindow
              place={place}
              first={first}
              list={list}
              label={`Your ${place}`}
              count={total}
              window={window}
              kept={kept}
              busy={first.isPlaceholderData}
            >
              {(entry, index) => (
                <>
                  <EntryCard entry={entry} isFirst={index === 0} actions={actions} />
                  {choosing && <choosing.Choose entry={entry} chosen={chosen} onChange={setChosen} />}
                </>
              )}
            </GalleryWindow>
          </KeepRow>
        )}
      </section>
      <DeletedBar bar={bar} nameOf={({ name }) => name} kind="entries" onUndo={undo} />
      {large.module && <large.module.LargeView shown={enlarged} onShow={setEnlarged} onClose={closeLarge} />}
      {large.failure && enlarged && (
        <NotLoaded title="Large view" failure={large.failure} onClose={closeLarge} />
      )}
      {lineage.module && <lineage.module.LineageView shown={told} onClose={closeLineage} />}
      {lineage.failure && told && (
        <NotLoaded title="How it came about" failure={lineage.failure} onClose={closeLineage} />
      )}
    </>
  );
}

function countText(total: number, kind: string | undefined): string {
  const one = kind ?? "entry";
  const many = kind ? `${kind}s` : "runs and designs";
  return total === 1 ? `1 ${one}` : `${total.toLocaleString("en-US")} ${many}`;
}

/** In the place of the cards where there are none: none at all, or none that a search or filter finds. */
function GalleryEmpty({ place }: { place: GalleryPlace }) {
  const { pathname, search } = useLocation();
  const isSearched = new URLSearchParams(search).get("q");
  if (isSearched || Object.keys(filtersOf(search, knownFilters)).length > 0) {
    return (
      <EmptyState
        compact
        title={place === "designs" ? "No designs found" : "No thumbnails found"}
        action={
          <Button component={Link} to={pathname} variant="default">
            Show all
          </Button>
        }
      >
        Nothing here matches your search and filters.
      </EmptyState>
    );
  }
  return place === "designs" ? (
    <EmptyState compact title="No designs yet">
      Press Edit beside any thumbnail, or begin on a plain colour: put words, shapes and your pictures on it.
    </EmptyState>
  ) : (
    <EmptyState compact title="No thumbnails yet">
      Every run stays here until you delete it, with its title, prompt and date. Only you can see it.
    </EmptyState>
  );
}
