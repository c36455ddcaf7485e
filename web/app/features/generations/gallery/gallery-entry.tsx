import { memo, type RefObject } from "react";
import type { GalleryEntry } from "#contract/gallery.ts";
import { DesignCard } from "#web/features/generations/gallery/design-card.tsx";
import { LineageLine } from "#web/features/generations/gallery/lineage-line.tsx";
import { type RunActions, RunCard } from "#web/features/generations/gallery/run-card.tsx";
import type { Deletable } from "#web/features/generations/gallery/use-deletion.ts";

export interface EntryActions extends Omit<RunActions, "onDelete"> {
  onDelete: (gone: Deletable) => void;
  onLineage: (entry: GalleryEntry) => void;
}

/** By a reference, so that scrolling draws only the cards anew that come into sight. */
export const EntryCard = memo(function EntryCard(props: {
  entry: GalleryEntry;
  actions: RefObject<EntryActions>;
}) {
  const { entry, actions } = props;
  const lineage = <LineageLine steps={entry.lineage} onOpen={() => actions.current.onLineage(entry)} />;
  return entry.kind === "run" ? (
    <RunCard
      generation={entry.run}
      lineage={lineage}
      onEnlarge={(...shown) => actions.current.onEnlarge(...shown)}
      onWatch={(run) => actions.current.onWatch(run)}
      onReuse={(run) => actions.current.onReuse(run)}
      onDelete={({ id, title: name }) => actions.current.onDelete({ kind: "run", id, name })}
    />
  ) : (
    <DesignCard
      design={entry.design}
      lineage={lineage}
      onDelete={({ id, name }) => actions.current.onDelete({ kind: "design", id, name })}
    />
  );
});
