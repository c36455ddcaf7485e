import { useId } from "react";
import css from "#web/ui/elements/segmented-control.module.css";
import { classes, type StyleProps, takeStyle } from "#web/ui/elements/style-props.ts";

/** One of a few, all of them in sight: radio buttons that look like the parts of a bar. */
export function SegmentedControl(
  props: StyleProps & {
    "aria-label": string;
    value: string;
    onChange: (value: string) => void;
    data: { value: string; label: string }[];
    fullWidth?: boolean;
    className?: string | undefined;
  },
) {
  const name = useId();
  const [style, { value, onChange, data, fullWidth, className, ...others }] = takeStyle(props);
  return (
    <div
      {...others}
      role="radiogroup"
      className={classes(css.control, className)}
      style={style}
      data-block={fullWidth || undefined}
    >
      {data.map((each) => (
        <label key={each.value} className={css.part}>
          <input
            type="radio"
            className={css.input}
            name={name}
            value={each.value}
            checked={each.value === value}
            onChange={() => onChange(each.value)}
          />
          <span className={css.words}>{each.label}</span>
        </label>
      ))}
    </div>
  );
}
