import { type ReactNode, useId } from "react";
import css from "#web/ui/tick.module.css";

/** A checkbox of the browser's own in the product's looks, for screens that do without the component library's. */
export function Tick(props: {
  label: ReactNode;
  description?: ReactNode;
  error?: ReactNode;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}) {
  const { label, description, error, disabled } = props;
  const [id, below] = [useId(), useId()];
  return (
    <div className={css.tick} data-disabled={disabled || undefined}>
      <input
        id={id}
        type="checkbox"
        checked={props.checked}
        disabled={disabled}
        aria-invalid={error ? true : undefined}
        aria-describedby={description || error ? below : undefined}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
      <label htmlFor={id}>{label}</label>
      {(description || error) && (
        <div id={below} className={css.below}>
          {description && <p>{description}</p>}
          {error && <p className={css.error}>{error}</p>}
        </div>
      )}
    </div>
  );
}
