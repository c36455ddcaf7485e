import {
  type ComponentPropsWithRef,
  createContext,
  type MouseEvent,
  type ReactNode,
  useContext,
  useId,
} from "react";
import css from "#web/ui/elements/choice.module.css";
import { Description, describedBy, FieldGroup, type FieldProps, Problem } from "#web/ui/elements/field.tsx";
import { classes, type StyleProps, takeStyle } from "#web/ui/elements/style-props.ts";

type ChoiceProps = StyleProps &
  Omit<ComponentPropsWithRef<"input">, "style" | "size" | "type"> & {
    label?: ReactNode;
    description?: ReactNode;
    error?: ReactNode;
    errorRole?: FieldProps["errorRole"];
    /** While its change is being saved it takes no other, and keeps the focus, which a disabled one would lose. */
    busy?: boolean | undefined;
  };

const held = {
  "aria-disabled": true,
  onClick: (event: MouseEvent) => event.preventDefault(),
  // React tells of a change by the same click, also of one that is prevented.
  onChange: () => {},
};

function Choice({ kind, ...props }: ChoiceProps & { kind: "checkbox" | "switch" }) {
  const made = useId();
  const [style, own] = takeStyle(props);
  const { label, description, error, errorRole, busy, className, ...input } = own;
  const id = props.id ?? made;
  return (
    <div className={classes(css.choice, className)} style={style}>
      <input
        {...input}
        {...(busy ? held : undefined)}
        id={id}
        type="checkbox"
        role={kind === "switch" ? "switch" : undefined}
        className={css[kind]}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, own)}
      />
      {label && (
        <div className={css.words}>
          <label htmlFor={id} className={css.label}>
            {label}
          </label>
          <Description of={id}>{description}</Description>
          <Problem of={id} role={errorRole}>
            {error}
          </Problem>
        </div>
      )}
    </div>
  );
}

/** Something that holds as soon as it is switched. */
export function Switch(props: ChoiceProps) {
  return <Choice {...props} kind="switch" />;
}

const Group = createContext<{ value: string[]; onChange: (value: string[]) => void } | null>(null);

/** Something that is chosen or not; within a group, one of its values. */
export function Checkbox(props: ChoiceProps) {
  const group = useContext(Group);
  if (!group) return <Choice {...props} kind="checkbox" />;
  const own = String(props.value);
  const checked = group.value.includes(own);
  return (
    <Choice
      {...props}
      kind="checkbox"
      checked={checked}
      onChange={() =>
        group.onChange(checked ? group.value.filter((each) => each !== own) : [...group.value, own])
      }
    />
  );
}

type GroupProps = Pick<FieldProps, "label" | "description" | "error" | "required"> & {
  "data-field"?: string | undefined;
  id?: string | undefined;
  value?: string[];
  onChange?: (value: string[]) => void;
  children: ReactNode;
};

/** The values that are chosen, by a checkbox each. */
export function CheckboxGroup({ value = [], onChange, children, ...field }: GroupProps) {
  const { label, description, error, required } = field;
  return (
    <FieldGroup {...{ label, description, error, required }} id={field.id} data-field={field["data-field"]}>
      <Group value={{ value, onChange: onChange ?? (() => {}) }}>{children}</Group>
    </FieldGroup>
  );
}
