import { type ReactNode, useId, useState } from "react";
import css from "#web/features/designs/editor/controls.module.css";
import { TextInput } from "#web/ui/elements/inputs.tsx";

interface Changing<T> {
  onChange: (value: T) => void;
  /** The hand is off: what comes next is a step of its own. */
  onEnd: () => void;
}

const rounded = (value: number) => Math.round(value * 100) / 100;

/** A number within its range; what is typed on the way there changes nothing. */
export function NumberField(
  props: Changing<number> & { label: string; value: number; min: number; max: number; step?: number },
) {
  const { label, value, min, max, step = 1 } = props;
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <TextInput
      type="number"
      size="sm"
      className={css.number}
      label={label}
      value={draft ?? String(rounded(value))}
      min={min}
      max={max}
      step={step}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setDraft(text);
        const next = Number(text);
        if (text.trim() !== "" && next >= min && next <= max) props.onChange(next);
      }}
      onBlur={() => {
        const next = Number(draft);
        if (draft?.trim() && Number.isFinite(next) && (next < min || next > max))
          props.onChange(Math.min(max, Math.max(min, next)));
        setDraft(null);
        props.onEnd();
      }}
    />
  );
}

export function RangeField(
  props: Changing<number> & {
    label: string;
    value: number;
    min: number;
    max: number;
    step?: number;
    unit?: string;
  },
) {
  const { label, value, min, max, step = 1, unit = "" } = props;
  const id = useId();
  return (
    <div className={css.range}>
      <label htmlFor={id}>{label}</label>
      <output htmlFor={id}>
        {rounded(value)}
        {unit}
      </output>
      <input
        id={id}
        type="range"
        value={value}
        min={min}
        max={max}
        step={step}
        onChange={(event) => props.onChange(Number(event.currentTarget.value))}
        onPointerUp={props.onEnd}
        onBlur={props.onEnd}
      />
    </div>
  );
}

/** A colour of those at hand, or any. */
export function ColourField(
  props: Changing<string> & { label: string; value: string; colours: readonly string[] },
) {
  const { label, value, colours } = props;
  const [draft, setDraft] = useState<string | null>(null);
  const now = value.toLowerCase();
  return (
    <fieldset className={css.colour}>
      <legend>{label}</legend>
      <div className={css.swatches}>
        {colours.map((each) => (
          <button
            key={each}
            type="button"
            className={css.swatch}
            style={{ background: each }}
            aria-label={`${label}: ${each}`}
            aria-pressed={each === now}
            onClick={() => {
              props.onChange(each);
              props.onEnd();
            }}
          />
        ))}
      </div>
      <div className={css.free}>
        <input
          type="color"
          aria-label={`${label}: any colour`}
          value={now}
          onChange={(event) => props.onChange(event.currentTarget.value)}
          onBlur={props.onEnd}
        />
        <TextInput
          size="sm"
          aria-label={`${label} as hex`}
          value={draft ?? now}
          maxLength={7}
          spellCheck={false}
          onChange={(event) => {
            const text = event.currentTarget.value.trim();
            setDraft(text);
            const hex = text.startsWith("#") ? text : `#${text}`;
            if (/^#[0-9a-f]{6}$/i.test(hex)) props.onChange(hex.toLowerCase());
          }}
          onBlur={() => {
            setDraft(null);
            props.onEnd();
          }}
        />
      </div>
    </fieldset>
  );
}

/** A part of a panel that folds away. */
export function Section({
  title,
  open = true,
  children,
}: {
  title: string;
  open?: boolean;
  children: ReactNode;
}) {
  return (
    <details className={css.section} open={open}>
      <summary>{title}</summary>
      <div className={css.fields}>{children}</div>
    </details>
  );
}
