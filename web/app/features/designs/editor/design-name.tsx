import { useState } from "react";
import { changeDesign, type Design } from "#contract/designs.ts";
import { withoutControls } from "#contract/plain-text.ts";
import { api } from "#web/api/client.ts";
import css from "#web/features/designs/editor/design-editor.module.css";
import { toasts } from "#web/ui/toasts.tsx";

/** The name as the screen's title, written in place: Enter or leaving saves, Escape leaves it as it was. */
export function DesignName({
  design,
  onNamed,
}: {
  design: Pick<Design, "id" | "name">;
  onNamed: (name: string) => void;
}) {
  const [draft, setDraft] = useState<string | null>(null);

  async function save() {
    const next = draft && withoutControls(draft.replace(/\s+/g, " ")).trim();
    setDraft(null);
    if (!next || next === design.name) return;
    const before = design.name;
    onNamed(next);
    try {
      await api(changeDesign, { params: { id: design.id }, body: { name: next } });
    } catch (error) {
      onNamed(before);
      toasts.error(`The name could not be saved. ${error instanceof Error ? error.message : ""}`.trim());
    }
  }
  return (
    <h1 className={css.name}>
      <span className="visually-hidden">Design: {design.name}</span>
      <input
        aria-label="Name of the design"
        value={draft ?? design.name}
        maxLength={100}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === "Escape") setDraft(null);
          if (event.key === "Enter") event.currentTarget.blur();
        }}
      />
    </h1>
  );
}
