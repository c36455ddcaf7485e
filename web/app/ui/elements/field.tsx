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

/** Parts a field's props into what its frame takes, what ties the input to the frame, and the input's own. */
export function useField<P extends FieldProps>(props: P) {
  const made = useId();
  const { label, description, error, errorRole, descriptionBelow, size = "md", className, ...others } = props;
  const [style, own] = takeStyle(others);
  const id = props.id ?? made;
  const isTold = Boolean(error) && error !== true;
  const described = classes(
    props["aria-describedby"],
    isTold && `${id}-error`,
    Boolean(description) && `${id}-description`,
  );
  const tie: InputTie = {
    id,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": described || undefined,
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
  const { id, label, description, error } = frame;
  const told = description && (
    <p id={`${id}-description`} className={css.description}>
      {description}
    </p>
  );
  return (
    <div className={classes(css.field, frame.className)} style={frame.style} data-size={frame.size}>
      {label && (
        <label className={css.label} htmlFor={id}>
          {label}
          {frame.required && <Required />}
        </label>
      )}
      {!frame.descriptionBelow && told}
      {children}
      {frame.descriptionBelow && told}
      {error && (
        <p id={`${id}-error`} className={css.error} role={frame.errorRole}>
          {error}
        </p>
      )}
    </div>
  );
}

export function Required() {
  return (
    <span className={css.required} aria-hidden>
      {" *"}
    </span>
  );
}

/** Several inputs under one name, read out as a group. */
export function FieldGroup(
  props: Pick<FieldProps, "label" | "description" | "error" | "errorRole" | "required" | "className"> & {
    "data-field"?: string | undefined;
    /** By which a summary of what is wrong leads to it. */
    id?: string | undefined;
    /** The id of what is wrong, where an input within is to be tied to it. */
    problemId?: string;
    children: ReactNode;
  },
) {
  const id = useId();
  const { label, description, error, errorRole, required, className, children } = props;
  const { problemId = `${id}-error` } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out as the other fields are.
    <div
      role="group"
      id={props.id}
      tabIndex={props.id ? -1 : undefined}
      className={classes(css.field, className)}
      data-field={props["data-field"]}
      aria-labelledby={`${id}-label`}
      aria-describedby={
        classes(Boolean(error) && problemId, Boolean(description) && `${id}-description`) || undefined
      }
    >
      <div id={`${id}-label`} className={css.label}>
        {label}
        {required && <Required />}
      </div>
      {description && (
        <p id={`${id}-description`} className={css.description}>
          {description}
        </p>
      )}
      {error && errorRole && (
        <p id={problemId} className={css.error} role={errorRole}>
          {error}
        </p>
      )}
      {children}
      {error && !errorRole && (
        <p id={problemId} className={css.error}>
          {error}
        </p>
      )}
    </div>
  );
}
