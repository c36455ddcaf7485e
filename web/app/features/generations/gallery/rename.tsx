import { type FormEvent, type RefObject, useRef, useState } from "react";
import { titleMaxLength } from "#contract/generation-options.ts";
import type { Generation } from "#contract/generations.ts";
import css from "#web/features/generations/gallery/rename.module.css";
import { useChangeGeneration } from "#web/features/generations/keep-button.tsx";
import { Button } from "#web/ui/elements/button.tsx";
import { TextInput } from "#web/ui/elements/inputs.tsx";
import { useInTurn } from "#web/ui/in-turn.ts";
import { useKeptWhile } from "#web/ui/kept-rows.ts";
import { keyOf } from "#web/ui/key-of.ts";

export interface Rename {
  /** The stored title, or the one that is on its way there. */
  title: string;
  /** The form's text; null while it is closed. */
  draft: string | null;
  label: string;
  problem: string | null;
  opener: RefObject<HTMLButtonElement | null>;
  open(): void;
  write(draft: string): void;
  save(): Promise<void>;
  close(): void;
}

/** What is renamed, and how: `save` answers whether it went through, `problem` is why the last one did not. */
interface Named {
  id: string;
  title: string;
  label: string;
  blank: string;
  problem: string | null;
  save: (title: string) => Promise<boolean>;
  onShown?: (title: string) => void;
}

/** A name, changed at once; where the server refuses it, the form is there again with what was typed. */
export function useRename(named: Named): Rename {
  const [draft, setDraft] = useState<string | null>(null);
  const [sent, setSent] = useState<string | null>(null);
  const [blank, setBlank] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const stored = useRef(named.title);
  const inTurn = useInTurn();
  useKeptWhile(named.id, draft !== null || sent !== null);
  const title = sent ?? named.title;

  function end() {
    opener.current?.focus({ preventScroll: true });
    setDraft(null);
    setBlank(false);
  }
  async function save() {
    const next = (draft ?? "").replace(/\s+/g, " ").trim();
    setBlank(next === "");
    if (next === "") return;
    end();
    if (next === title) return;
    if (sent === null) stored.current = named.title;
    setSent(next);
    named.onShown?.(next);
    const outcome = await inTurn(async () => {
      const saved = await named.save(next);
      if (saved) stored.current = next;
      return saved;
    });
    if (outcome === "followed") return;
    setSent(null);
    if (outcome === "saved") return;
    named.onShown?.(stored.current);
    // What has been typed since into a form that was opened again stays.
    setDraft((typed) => typed ?? next);
  }
  return {
    title,
    draft,
    label: named.label,
    problem: blank ? named.blank : named.problem,
    opener,
    open: () => setDraft(title),
    write: setDraft,
    save,
    close: end,
  };
}

export function useRenameGeneration(
  generation: Generation,
  onChanged?: (generation: Generation) => void,
): Rename {
  const { change, problem } = useChangeGeneration(generation.id, onChanged);
  return useRename({
    id: generation.id,
    title: generation.title,
    label: "New title",
    blank: "Video title is required",
    problem,
    save: (title) => change({ title }),
    onShown: (title) => onChanged?.({ ...generation, title }),
  });
}

/** In the place of the title: Enter saves, Escape leaves it as it was. */
export function RenameForm({ rename }: { rename: Rename }) {
  function submit(event: FormEvent) {
    event.preventDefault();
    void rename.save();
  }
  return (
    <form className={css.rename} onSubmit={submit} noValidate>
      <TextInput
        size="sm"
        label={rename.label}
        value={rename.draft ?? ""}
        maxLength={titleMaxLength}
        error={rename.problem}
        errorRole="alert"
        ref={focusOnce}
        onChange={(event) => rename.write(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (keyOf(event) !== "Escape") return;
          // A dialog around it stays open.
          event.stopPropagation();
          rename.close();
        }}
      />
      <div className={css.actions}>
        <Button type="submit" size="sm">
          Save
        </Button>
        <Button size="sm" variant="subtle" color="gray" onClick={rename.close}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** As it appears, unless it came back by itself while its person was elsewhere. */
function focusOnce(field: HTMLInputElement | null): void {
  const at = document.activeElement;
  if (field && (at === document.body || at?.hasAttribute("data-renames"))) field.select();
}
