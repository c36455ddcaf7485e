import { type ReactNode, useId } from "react";
import css from "#web/ui/elements/field.module.css";
import { classes, type StyleProps, takeStyle } from "#web/ui/elements/style-props.ts";

/** What stands around an input: its name, what to know before and what is wrong. */
export type FieldProps = StyleProps & {
  label?: ReactNode;
  description?: ReactNode;
  /** `true` marks the input alone, where what is wrong is told elsewhere. */
  error?: ReactNode;
  /** Reads what is wrong out as it appears. */
  errorRole?: "alert";
  required?: boolean | undefined;
  descriptionBelow?: boolean;
  size?: "sm" | "md" | "lg" | undefined;
  className?: string | undefined;
  id?: string | undefined;
  "aria-describedby"?: string | undefined;
};

type InputTie = {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
};

/** The ids of what tells more of an input or group, as `Description` and `Problem` have them. */
export function describedBy(
  id: string,
  field: Pick<FieldProps, "error" | "description" | "aria-describedby">,
): string | undefined {
  const ids = [
    field["aria-describedby"],
    field.error && `${id}-error`,
    field.description && `${id}-description`,
  ];
  return ids.filter(Boolean).join(" ") || undefined;
}

/** What to know before; nothing where there is nothing. */
export function Description({ of, children }: { of: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <p id={`${of}-description`} className={css.description}>
      {children}
    </p>
  );
}

/** What is wrong; nothing where nothing is. */
export function Problem(props: { of: string; role?: "alert" | undefined; children: ReactNode }) {
  if (!props.children) return null;
  return (
    <p id={`${props.of}-error`} className={css.error} role={props.role}>
      {props.children}
    </p>
  );
}

/** Parts a field's props into what its frame takes, what ties the input to the frame, and the input's own. */
export function useField<P extends FieldProps>(props: P) {
  const made = useId();
  const { label, description, error, errorRole, descriptionBelow, size = "md", className, ...others } = props;
  const [style, own] = takeStyle(others);
  const id = props.id ?? made;
  const isTold = Boolean(error) && error !== true;
  const tie: InputTie = {
    id,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": describedBy(id, { ...props, error: isTold && error }),
  };
  const frame = {
    id,
    label,
    description,
    error: isTold ? error : undefined,
    errorRole,
    descriptionBelow,
    required: props.required,
    size,
    className,
    style,
  };
  return { frame, tie, own: own as Omit<P, keyof FieldProps> & { required?: boolean } };
}

type FrameProps = ReturnType<typeof useField>["frame"];

export function FieldFrame({ frame, children }: { frame: FrameProps; children: ReactNode }) {
  const { id, label } = frame;
  const description = <Description of={id}>{frame.description}</Description>;
  return (
    <div className={classes(css.field, frame.className)} style={frame.style} data-size={frame.size}>
      {label && (
        <label className={css.label} htmlFor={id}>
          {label}
          {frame.required && <Required />}
        </label>
      )}
      {!frame.descriptionBelow && description}
      {children}
      {frame.descriptionBelow && description}
      <Problem of={id} role={frame.errorRole}>
        {frame.error}
      </Problem>
    </div>
  );
}

function Required() {
  return (
    <span className={css.required} aria-hidden>
      {" *"}
    </span>
  );
}

/** Several inputs under one name, read out as a group. What is wrong stands above them where it is read out at once. */
export function FieldGroup(
  props: Pick<FieldProps, "label" | "description" | "error" | "errorRole" | "required" | "className"> & {
    "data-field"?: string | undefined;
    /** By which a summary of what is wrong leads to it. */
    id?: string | undefined;
    /** In place of a made one, where an input within is to be tied to what is wrong with the group. */
    tieId?: string;
    children: ReactNode;
  },
) {
  const made = useId();
  const { label, errorRole, required, tieId = made } = props;
  const problem = (
    <Problem of={tieId} role={errorRole}>
      {props.error}
    </Problem>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out as the other fields are.
    <div
      role="group"
      id={props.id}
      tabIndex={props.id ? -1 : undefined}
      className={classes(css.field, props.className)}
      data-field={props["data-field"]}
      aria-labelledby={`${tieId}-label`}
      aria-describedby={describedBy(tieId, props)}
    >
      <div id={`${tieId}-label`} className={css.label}>
        {label}
        {required && <Required />}
      </div>
      <Description of={tieId}>{props.description}</Description>
      {errorRole && problem}
      {props.children}
      {!errorRole && problem}
    </div>
  );
}
