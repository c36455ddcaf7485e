import { useId, useState } from "react";
import type { About } from "#web/ui/check/candidate.ts";
import { type CheckState, isLength, places, type Theme } from "#web/ui/check/check-state.ts";
import css from "#web/ui/check/controls.module.css";

/** Where, in which light and among whom the thumbnails are shown. */
export function Controls(props: {
  state: CheckState;
  theme: Theme;
  onChange: (change: Partial<CheckState>) => void;
  about: About;
  onAbout: (about: About) => void;
}) {
  const { state, theme, onChange, about, onAbout } = props;
  return (
    <div className={css.controls}>
      <div className={css.row}>
        <Choice
          label="Where"
          value={state.place}
          options={places}
          onChoose={(place) => onChange({ place })}
        />
        <Choice
          label="Light or dark"
          value={theme}
          options={themes}
          onChoose={(to) => onChange({ theme: to })}
        />
      </div>
      <div className={css.row}>
        <TextField
          label="Title"
          placeholder="Your title"
          value={about.title}
          maxLength={100}
          onChange={(title) => onAbout({ ...about, title })}
        />
        <TextField
          label="Channel"
          placeholder="Your channel"
          value={about.channel}
          maxLength={60}
          onChange={(channel) => onAbout({ ...about, channel })}
        />
        <LengthField value={state.length} onChange={(length) => onChange({ length })} />
        <label className={css.tick}>
          <input
            type="checkbox"
            checked={state.watched}
            onChange={(event) => onChange({ watched: event.currentTarget.checked })}
          />
          Watched
        </label>
        <button type="button" className={css.press} onClick={() => onChange({ seed: state.seed + 1 })}>
          Shuffle the neighbours
        </button>
      </div>
    </div>
  );
}

const themes = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;

function Choice<T extends string>(props: {
  label: string;
  value: T;
  options: readonly { value: T; label: string }[];
  onChoose: (value: T) => void;
}) {
  const name = useId();
  return (
    <fieldset className={css.choice}>
      <legend className="visually-hidden">{props.label}</legend>
      {props.options.map(({ value, label }) => (
        <label key={value}>
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === props.value}
            onChange={() => props.onChoose(value)}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

function TextField(props: {
  label: string;
  placeholder: string;
  value: string;
  maxLength: number;
  onChange: (value: string) => void;
}) {
  return (
    <label className={css.field}>
      {props.label}
      <input
        type="text"
        value={props.value}
        placeholder={props.placeholder}
        maxLength={props.maxLength}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
    </label>
  );
}

/** What is no length yet stays in the field and off the badge. */
function LengthField({ value, onChange }: { value: string; onChange: (length: string) => void }) {
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const typed = draft ?? value;
  const isWrong = !isLength(typed);
  return (
    <div className={css.field} data-narrow>
      <label htmlFor={id}>Length</label>
      <input
        id={id}
        type="text"
        value={typed}
        maxLength={8}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? `${id}-wrong` : undefined}
        onChange={(event) => {
          const text = event.currentTarget.value.trim();
          setDraft(text);
          if (isLength(text)) onChange(text);
        }}
        onBlur={() => !isWrong && setDraft(null)}
      />
      {isWrong && (
        <span id={`${id}-wrong`} role="alert" className={css.wrong}>
          As 9:31 or 1:02:03
        </span>
      )}
    </div>
  );
}
