import { useRef, useState } from "react";
import { changeDesign, type Design } from "#contract/designs.ts";
import { withoutControls } from "#contract/plain-text.ts";
import { api } from "#web/api/client.ts";
import css from "#web/features/designs/editor/design-editor.module.css";
import { failureText, Problem } from "#web/ui/attempt.tsx";
import { useInTurn } from "#web/ui/in-turn.ts";
import { keyOf } from "#web/ui/key-of.ts";
import { takeFocus } from "#web/ui/take-focus.ts";

/**
 * The name as the screen's title, written in place: Enter or leaving saves, Escape leaves it as it was. One that was refused
 * is in its field again.
 */
export function DesignName({
  design,
  onNamed,
}: {
  design: Pick<Design, "id" | "name">;
  onNamed: (name: string) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const stored = useRef(design.name);
  const inTurn = useInTurn();

  async function save() {
    const next = draft && withoutControls(draft.replace(/\s+/g, " ")).trim();
    setDraft(null);
    setProblem(null);
    if (!next || next === design.name) return;
    onNamed(next);
    let refusal: unknown;
    const outcome = await inTurn(async () => {
      try {
        await api(changeDesign, { params: { id: design.id }, body: { name: next } });
        stored.current = next;
        return true;
      } catch (error) {
        refusal = error;
        return false;
      }
    });
    if (outcome !== "refused") return;
    onNamed(stored.current);
    setDraft((typed) => typed ?? next);
    setProblem(failureText("The name could not be saved.", refusal));
    // Not where its person has gone on to something else.
    if (document.activeElement === document.body) takeFocus(field.current);
  }
  return (
    <div className={css.name}>
      <h1>
        <span className="visually-hidden">Design: {design.name}</span>
        <input
          ref={field}
          aria-label="Name of the design"
          value={draft ?? design.name}
          maxLength={100}
          onChange={(event) => setDraft(event.currentTarget.value)}
          onBlur={save}
          onKeyDown={(event) => {
            if (keyOf(event) === "Escape") {
              setDraft(null);
              setProblem(null);
            }
            if (keyOf(event) === "Enter") event.currentTarget.blur();
          }}
        />
      </h1>
      <Problem text={problem} />
    </div>
  );
}
