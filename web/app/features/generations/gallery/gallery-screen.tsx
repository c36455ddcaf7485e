import { Button } from "@mantine/core";
import { useLayoutEffect, useRef, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import type { GalleryEntry } from "#contract/gallery.ts";
import type { Generation } from "#contract/generations.ts";
import css from "#web/features/generations/gallery/gallery.module.css";
import { GalleryEmpty } from "#web/features/generations/gallery/gallery-empty.tsx";
import { type EntryActions, EntryCard } from "#web/features/generations/gallery/gallery-entry.tsx";
import { GalleryFilters } from "#web/features/generations/gallery/gallery-filters.tsx";
import {
  type GalleryPlace,
  galleryInput,
  pageSize,
} from "#web/features/generations/gallery/gallery-input.ts";
import { GalleryWindow } from "#web/features/generations/gallery/gallery-window.tsx";
import { NewDesign } from "#web/features/generations/gallery/new-design.tsx";
import { LoadingCards } from "#web/features/generations/gallery/run-list.tsx";
import { useDeletion } from "#web/features/generations/gallery/use-deletion.ts";
import { type GalleryLoaded, useGalleryPage } from "#web/features/generations/gallery/use-gallery.ts";
import { useWindow } from "#web/features/generations/gallery/use-window.ts";
import type { Enlarged } from "#web/features/generations/large-view.tsx";
import { MessageBanner } from "#web/features/generations/messages.tsx";
import { useLate } from "#web/features/generations/use-late.ts";
import { useViewer } from "#web/features/shell/viewer.ts";
import { DeletedBar } from "#web/ui/deleted-bar.tsx";
import { KeyHint } from "#web/ui/key-hint.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { toasts } from "#web/ui/toasts.tsx";

const heads = {
  gallery: {
    title: "Gallery",
    description: "Every pair you made and every design of yours, private to you.",
  },
  designs: {
    title: "Designs",
    description: "Thumbnails you work on, private to you. They are saved as you go.",
  },
};

/** Everything that the person made, to search and to take up again. Its search and filters are in the address. */
export function GalleryScreen({ place, loaded }: { place: GalleryPlace; loaded: GalleryLoaded }) {
  const { search } = useLocation();
  const list = useRef<HTMLUListElement>(null);
  const [enlarged, setEnlarged] = useState<Enlarged | null>(null);
  const [told, setTold] = useState<GalleryEntry | null>(null);
  const large = useLate(() => import("#web/features/generations/large-view.tsx"));
  const lineage = useLate(() => import("#web/features/generations/gallery/lineage-view.tsx"));
  const { remove, undo, gone, problem, clearProblem } = useDeletion();
  const navigate = useNavigate();
  const actions = useLatest<EntryActions>({
    onEnlarge: (generation, position) => setEnlarged({ generation, position }),
    onWatch: ({ id }) => navigate(`/user/generate-image?run=${id}`),
    onReuse: useReuse(),
    onDelete: remove,
    onLineage: setTold,
  });
  const first = useGalleryPage(place, 1, loaded);
  const total = first.total ?? 0;
  const window = useWindow(list, total, pageSize);
  return (
    <>
      <PageHeader
        {...heads[place]}
        actions={
          <>
            {place === "designs" && <NewDesign />}
            <Button component={Link} to="/user/generate-image">
              Make thumbnails
            </Button>
          </>
        }
      />
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
          <GalleryWindow
            place={place}
            list={list}
            label={`Your ${place}`}
            count={total}
            window={window}
            busy={first.isPlaceholderData}
          >
            {(entry) => <EntryCard entry={entry} actions={actions} />}
          </GalleryWindow>
        )}
      </section>
      <DeletedBar gone={gone} nameOf={({ name }) => name} kind="entries" onUndo={undo} />
      {large && <large.LargeView shown={enlarged} onShow={setEnlarged} onClose={() => setEnlarged(null)} />}
      {lineage && <lineage.LineageView shown={told} onClose={() => setTold(null)} />}
    </>
  );
}

function countText(total: number, kind: string | undefined): string {
  const one = kind ?? "entry";
  const many = kind ? `${kind}s` : "runs and designs";
  return total === 1 ? `1 ${one}` : `${total.toLocaleString("en-US")} ${many}`;
}

/** What was given at the last render. */
function useLatest<T>(value: T) {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}

/** Opens the generator with what a past run was asked for. */
function useReuse() {
  const { user } = useViewer();
  const navigate = useNavigate();
  return async (past: Generation) => {
    // The texts of all templates are a large part of the generator's script.
    const form = await import("#web/features/generations/form-state.ts").catch(() => null);
    if (!form) return void toasts.error("Something went wrong. Please try again.");
    if (user) form.writeFormDraft(user._id, form.reusedForm(past));
    await navigate("/user/generate-image");
  };
}
