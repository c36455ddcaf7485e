import { X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { mostBrandColours } from "#contract/brand.ts";
import css from "#web/features/brand/brand.module.css";
import { Button } from "#web/ui/elements/button.tsx";
import { TextInput } from "#web/ui/elements/inputs.tsx";

/** The colours of a brand, to take out and to add to. */
export function BrandColours(props: {
  colours: readonly string[];
  onChange: (colours: readonly string[]) => void;
}) {
  const { colours, onChange } = props;
  const [typed, setTyped] = useState("#0b63d8");
  const [problem, setProblem] = useState<string | null>(null);
  const isFull = colours.length >= mostBrandColours;
  const hex = (typed.startsWith("#") ? typed : `#${typed}`).toLowerCase();
  const isColour = /^#[0-9a-f]{6}$/.test(hex);

  function add(event: FormEvent): void {
    event.preventDefault();
    const isThere = colours.includes(hex);
    setProblem(
      isThere ? "Your brand has this colour already." : isColour ? null : "Please write it as #rrggbb.",
    );
    if (isColour && !isThere) onChange([...colours, hex]);
  }
  return (
    <div className={css.fields}>
      <h3 className={css.title}>Colours</h3>
      {colours.length > 0 && (
        <ul className={css.colours}>
          {colours.map((colour) => (
            <li key={colour}>
              <span className={css.swatch} style={{ background: colour }} aria-hidden />
              <code>{colour}</code>
              <button
                type="button"
                aria-label={`Take out ${colour}`}
                onClick={() => onChange(colours.filter((each) => each !== colour))}
              >
                <X size={16} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      {isFull ? (
        <p className={css.note}>{mostBrandColours} is the most: take one out to add another.</p>
      ) : (
        <form className={css.adding} noValidate onSubmit={add}>
          <input
            type="color"
            aria-label="Any colour"
            value={isColour ? hex : "#000000"}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <TextInput
            size="sm"
            aria-label="Colour as hex"
            value={typed}
            maxLength={7}
            spellCheck={false}
            error={problem}
            errorRole="alert"
            onChange={(event) => {
              setTyped(event.currentTarget.value.trim());
              setProblem(null);
            }}
          />
          <Button type="submit" size="sm" variant="default">
            Add colour
          </Button>
        </form>
      )}
    </div>
  );
}
