import { ChevronsUpDown } from "lucide-react";
import type { ComponentPropsWithRef, CSSProperties, KeyboardEvent, MouseEvent, ReactNode } from "react";
import css from "#web/ui/elements/field.module.css";
import { FieldFrame, type FieldProps, useField } from "#web/ui/elements/field.tsx";
import { classes } from "#web/ui/elements/style-props.ts";

type Native<T extends "input" | "textarea" | "select"> = Omit<
  ComponentPropsWithRef<T>,
  keyof FieldProps | "defaultValue"
> & {
  [data: `data-${string}`]: string | boolean | undefined;
  /** Of the input itself; `className` is of the whole field. */
  inputClassName?: string | undefined;
};

export type TextInputProps = FieldProps &
  Native<"input"> & { leftSection?: ReactNode; rightSection?: ReactNode };

/** One line of text. */
export function TextInput(props: TextInputProps) {
  const { frame, tie, own } = useField(props);
  const { leftSection, rightSection, inputClassName, ...input } = own as Omit<
    TextInputProps,
    keyof FieldProps
  >;
  return (
    <FieldFrame frame={frame}>
      <div className={css.box}>
        {leftSection && <span className={css.left}>{leftSection}</span>}
        <input type="text" {...input} {...tie} className={classes(css.input, inputClassName)} />
        {rightSection && <span className={css.right}>{rightSection}</span>}
      </div>
    </FieldFrame>
  );
}

type TextareaProps = FieldProps & Native<"textarea"> & { minRows?: number; maxRows?: number };

/** Lines of text: as many as it has, within bounds. */
export function Textarea(props: TextareaProps) {
  const { frame, tie, own } = useField(props);
  const { minRows = 3, maxRows, inputClassName, ...input } = own as Omit<TextareaProps, keyof FieldProps>;
  return (
    <FieldFrame frame={frame}>
      <div className={css.box}>
        <textarea
          rows={minRows}
          {...input}
          {...tie}
          className={classes(css.input, inputClassName)}
          style={{ "--rows": minRows, "--most-rows": maxRows } as CSSProperties}
        />
      </div>
    </FieldFrame>
  );
}

type Option = string | { value: string; label: string; disabled?: boolean };

type NativeSelectProps = FieldProps &
  Native<"select"> & {
    /** The options; or they are the children. */
    data?: readonly Option[] | undefined;
    /** Without ground and line, within another field. */
    variant?: "unstyled";
    /** While its change is being saved it takes no other, and keeps the focus, which a disabled one would lose. */
    busy?: boolean | undefined;
  };

const held = {
  "aria-disabled": true,
  onMouseDown: (event: MouseEvent) => event.preventDefault(),
  onKeyDown: (event: KeyboardEvent) => event.key !== "Tab" && event.preventDefault(),
  // A browser may change it all the same: React then puts the value back.
  onChange: () => {},
};

/** One of several, chosen by the browser's own list. */
export function NativeSelect(props: NativeSelectProps) {
  const { frame, tie, own } = useField(props);
  const { data, variant, busy, inputClassName, children, ...input } = own as Omit<
    NativeSelectProps,
    keyof FieldProps
  >;
  return (
    <FieldFrame frame={frame}>
      <div className={css.box}>
        <select
          {...input}
          {...(busy ? held : undefined)}
          {...tie}
          className={classes(css.input, inputClassName)}
          data-variant={variant}
        >
          {data?.map((option) => {
            const { value, label, disabled } =
              typeof option === "string" ? { value: option, label: option, disabled: false } : option;
            return (
              <option key={value} value={value} disabled={disabled}>
                {label}
              </option>
            );
          })}
          {children}
        </select>
        <span className={css.right}>
          <ChevronsUpDown size={16} aria-hidden />
        </span>
      </div>
    </FieldFrame>
  );
}
