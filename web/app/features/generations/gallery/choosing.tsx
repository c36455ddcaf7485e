import { Check, ListChecks, Trash2, X } from "lucide-react";
import { useEffect } from "react";
import { useLocation } from "react-router";
import type { GalleryEntry } from "#contract/gallery.ts";
import { isFinished } from "#web/features/generations/follow-generation.ts";
import css from "#web/features/generations/gallery/choosing.module.css";
import type { Deletable } from "#web/features/generations/gallery/use-deletion.ts";
import { Button } from "#web/ui/elements/button.tsx";
import { isolated } from "#web/ui/isolated.ts";

/** What is chosen to be deleted together, by its id; null where nothing is to be chosen. */
export type Chosen = ReadonlyMap<string, Deletable> | null;

interface Choosing {
  chosen: Chosen;
  onChange: (chosen: Chosen) => void;
}

/** Leads to choosing several; then it says how many, and deletes them. */
export function ChooseSeveral({
  chosen,
  onChange,
  onDelete,
}: Choosing & { onDelete: (...all: Deletable[]) => void }) {
  const { search } = useLocation();
  // What another search leaves out of sight is not to be deleted with the rest.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each search.
  useEffect(() => {
    if (chosen) onChange(new Map());
  }, [search]);
  if (!chosen)
    return (
      <Button
        size="sm"
        variant="subtle"
        leftSection={<ListChecks size={16} aria-hidden />}
        onClick={() => onChange(new Map())}
      >
        Choose several
      </Button>
    );
  return (
    <div className={css.bar}>
      <span role="status">{chosen.size} chosen</span>
      <Button
        size="sm"
        color="red"
        disabled={chosen.size === 0}
        leftSection={<Trash2 size={16} aria-hidden />}
        onClick={() => {
          onChange(null);
          onDelete(...chosen.values());
        }}
      >
        Delete
      </Button>
      <Button
        size="sm"
        variant="default"
        leftSection={<X size={16} aria-hidden />}
        onClick={() => onChange(null)}
      >
        Cancel
      </Button>
    </div>
  );
}

/** Lies over the pictures of a card: a press there chooses it. A run under way can't be deleted. */
export function Choose({ entry, chosen, onChange }: Choosing & { entry: GalleryEntry }) {
  if (!chosen || (entry.kind === "run" && !isFinished(entry.run))) return null;
  const { id, kind } = entry;
  const name = kind === "run" ? entry.run.title : entry.design.name;
  function toggle() {
    const next = new Map(chosen);
    if (!next.delete(id)) next.set(id, { kind, id, name });
    onChange(next);
  }
  return (
    <button
      type="button"
      className={css.choose}
      aria-label={`Choose ${isolated(name)}`}
      aria-pressed={chosen.has(id)}
      onClick={toggle}
    >
      <span>
        <Check size={18} aria-hidden />
      </span>
    </button>
  );
}
