import { useState } from "react";
import { amountProblem, plainAmount } from "#contract/entered-amount.ts";
import { TextInput, type TextInputProps } from "#web/ui/elements/inputs.tsx";

/** Decimal text in the smallest units; null where it is blank, NaN where it is no such number. */
export function unitsOfText(text: string, decimals: number): number | null {
  const plain = plainAmount(text, decimals);
  if (plain === "") return null;
  const match = /^(\d{1,9})(?:\.(\d*))?$/.exec(plain ?? "");
  const fraction = match?.[2] ?? "";
  if (!match || /[1-9]/.test(fraction.slice(decimals))) return Number.NaN;
  return Number(`${match[1]}${fraction.slice(0, decimals).padEnd(decimals, "0")}`);
}

/** Without zeros that say nothing. */
export function textOfUnits(units: number | null, decimals: number): string {
  if (units === null || Number.isNaN(units)) return "";
  const digits = String(units).padStart(decimals + 1, "0");
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "");
  return `${digits.slice(0, digits.length - decimals)}${fraction && `.${fraction}`}`;
}

/** A number with decimals that is kept whole, in its smallest units. Once it is left, it shows what was read. */
export function DecimalInput(
  props: Omit<TextInputProps, "value" | "onChange"> & {
    units: number | null;
    decimals: number;
    onUnits: (units: number | null) => void;
  },
) {
  const { units, decimals, onUnits, ...input } = props;
  const [text, setText] = useState(() => textOfUnits(units, decimals));
  const isTyped = Object.is(unitsOfText(text, decimals), units);
  const shown = isTyped ? text : textOfUnits(units, decimals);
  return (
    <TextInput
      {...input}
      inputMode="decimal"
      autoComplete="off"
      error={amountProblem(shown, "", decimals) || input.error}
      value={shown}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        onUnits(unitsOfText(currentTarget.value, decimals));
      }}
      onBlur={() => !Number.isNaN(units) && setText(textOfUnits(units, decimals))}
    />
  );
}
