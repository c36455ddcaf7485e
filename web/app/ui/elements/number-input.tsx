import { ChevronDown, ChevronUp } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { TextInput, type TextInputProps } from "#web/ui/elements/inputs.tsx";
import css from "#web/ui/elements/number-input.module.css";

type NumberInputProps = Omit<TextInputProps, "value" | "onChange" | "min" | "max" | "type"> & {
  /** A blank field is "". */
  value?: number | string;
  onChange?: (value: number | string) => void;
  min?: number;
  max?: number;
  allowDecimal?: boolean;
  /** The most digits after the point. */
  decimalScale?: number;
};

/** A number, by digits alone; what is outside of its bounds is brought back when it is left. */
export function NumberInput(props: NumberInputProps) {
  const { value = "", onChange, onBlur, min, max, allowDecimal = true, decimalScale = 10, ...input } = props;
  /** What is typed while it is more than its number says, as "1." on the way to 1.5. */
  const [draft, setDraft] = useState<string | null>(null);
  const shown = draft !== null && numberOf(draft) === value ? draft : String(value);
  const digits = allowDecimal ? new RegExp(`^-?\\d*([.,]\\d{0,${decimalScale}})?$`) : /^-?\d*$/;

  function type(entered: string) {
    // What is pasted may have blanks, a sign of its unit and, where there are no decimals, marks between thousands.
    const bare = entered.replace(/[\s%]/g, "");
    const text = allowDecimal ? bare : bare.replace(/[.,](?=\d{3}\b)/g, "");
    const isTyped = digits.test(text) && (min === undefined || min < 0 || !text.startsWith("-"));
    if (!isTyped || Math.abs(Number(numberOf(text))) > Number.MAX_SAFE_INTEGER) return;
    setDraft(text);
    onChange?.(numberOf(text));
  }

  function step(by: 1 | -1) {
    const next = bounded((Number(value) || 0) + by, min, max);
    setDraft(null);
    onChange?.(Number(next.toFixed(decimalScale)));
  }

  function onKeyDown(event: KeyboardEvent) {
    const by = ({ ArrowUp: 1, ArrowDown: -1 } as const)[event.key as "ArrowUp" | "ArrowDown"];
    if (!by) return;
    event.preventDefault();
    step(by);
  }

  const steppers = ([1, -1] as const).map((by) => (
    <button
      key={by}
      type="button"
      tabIndex={-1}
      className={css.step}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      disabled={input.disabled || bounded((Number(value) || 0) + by, min, max) === value}
      onClick={() => step(by)}
    >
      {by === 1 ? <ChevronUp size={14} /> : <ChevronDown size={14} />}
    </button>
  ));
  return (
    <TextInput
      {...input}
      inputMode={allowDecimal ? "decimal" : "numeric"}
      autoComplete="off"
      value={shown}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        setDraft(null);
        const within = typeof value === "number" ? bounded(value, min, max) : value;
        if (within !== value) onChange?.(within);
        onBlur?.(event);
      }}
      rightSection={
        <span className={css.steps} aria-hidden>
          {steppers}
        </span>
      }
    />
  );
}

function numberOf(text: string): number | string {
  const number = Number(text.replace(",", "."));
  return text === "" || text === "-" || Number.isNaN(number) ? "" : number;
}

const bounded = (value: number, min = -Infinity, max = Infinity) => Math.min(max, Math.max(min, value));
