import { X } from "lucide-react";
import { type ComponentPropsWithRef, type ReactNode, useId } from "react";
import css from "#web/ui/elements/alert.module.css";
import { ActionIcon, type Color } from "#web/ui/elements/button.tsx";
import { classes, type StyleProps, takeStyle } from "#web/ui/elements/style-props.ts";

type AlertProps = StyleProps &
  Omit<ComponentPropsWithRef<"div">, "style" | "color" | "title"> & {
    color?: Color | undefined;
    icon?: ReactNode;
    title?: ReactNode;
    /** Puts a button beside it that takes it away; `closeButtonLabel` names it. */
    onClose?: (() => void) | undefined;
    closeButtonLabel?: string;
  };

/** Something to know before going on. An `alert` for screen readers where `role` says nothing else. */
export function Alert(props: AlertProps) {
  const [style, { color, icon, title, onClose, closeButtonLabel, className, children, ...others }] =
    takeStyle(props);
  const id = useId();
  return (
    <div
      role="alert"
      aria-labelledby={title ? `${id}-title` : undefined}
      aria-describedby={children ? `${id}-text` : undefined}
      {...others}
      className={classes(css.alert, className)}
      style={style}
      data-color={color ?? "accent"}
    >
      {icon && <span className={css.icon}>{icon}</span>}
      <div className={css.body}>
        {title && (
          <div id={`${id}-title`} className={css.title}>
            {title}
          </div>
        )}
        {children && <div id={`${id}-text`}>{children}</div>}
      </div>
      {onClose && (
        <ActionIcon className={css.close} size="sm" aria-label={closeButtonLabel} onClick={onClose}>
          <X size={16} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}
