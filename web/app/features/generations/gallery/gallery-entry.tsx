import { memo, type RefObject, useLayoutEffect, useRef } from "react";
import { useNavigate } from "react-router";
import type { GalleryEntry } from "#contract/gallery.ts";
import type { Generation } from "#contract/generations.ts";
import { DesignCard } from "#web/features/generations/gallery/design-card.tsx";
import {
  type GenerationActions,
  GenerationCard,
} from "#web/features/generations/gallery/generation-card.tsx";
import { LineageLine } from "#web/features/generations/gallery/lineage-line.tsx";
import type { Deletable } from "#web/features/generations/gallery/use-deletion.ts";
import { loadTemplates } from "#web/features/generations/templates.ts";
import { useViewer } from "#web/features/shell/viewer.ts";
import { useIsHere } from "#web/ui/is-here.ts";

interface EntryActions extends Omit<GenerationActions, "onDelete"> {
  onDelete: (gone: Deletable) => void;
  onLineage: (entry: GalleryEntry) => void;
}

/** By a reference, so that scrolling draws only the cards anew that come into sight. */
export const EntryCard = memo(function EntryCard(props: {
  entry: GalleryEntry;
  isFirst: boolean;
  actions: RefObject<EntryActions>;
}) {
  const { entry, isFirst, actions } = props;
  const lineage = <LineageLine steps={entry.lineage} onOpen={() => actions.current.onLineage(entry)} />;
  return entry.kind === "run" ? (
    <GenerationCard
      generation={entry.run}
      lineage={lineage}
      isFirst={isFirst}
      onEnlarge={(...shown) => actions.current.onEnlarge(...shown)}
      onWatch={(run) => actions.current.onWatch(run)}
      onReuse={(run) => actions.current.onReuse(run)}
      onDelete={({ id, title: name }) => actions.current.onDelete({ kind: "run", id, name })}
    />
  ) : (
    <DesignCard
      design={entry.design}
      lineage={lineage}
      isFirst={isFirst}
      onDelete={({ id, name }) => actions.current.onDelete({ kind: "design", id, name })}
    />
  );
});

/** What a card's buttons do, as of the last render. */
export function useEntryActions(own: Pick<EntryActions, "onEnlarge" | "onDelete" | "onLineage">) {
  const navigate = useNavigate();
  const actions: EntryActions = {
    ...own,
    onWatch: ({ id }) => navigate(`/user/generate-image?run=${id}`),
    onReuse: useReuse(),
  };
  const latest = useRef(actions);
  useLayoutEffect(() => {
    latest.current = actions;
  });
  return latest;
}

/** Opens the generator with what a past run was asked for. */
function useReuse() {
  const { user } = useViewer();
  const navigate = useNavigate();
  const isHere = useIsHere();
  return async (past: Generation) => {
    const [templates, draft] = await Promise.all([
      loadTemplates(),
      import("#web/features/generations/form-draft.ts"),
    ]).catch(() => []);
    if (!templates) throw new Error("Please try again.");
    if (!isHere()) return;
    if (user) draft.writeReusedDraft(user._id, past, templates);
    await navigate("/user/generate-image");
  };
}
