import type { ReactNode } from "react";
import styles from "#web/ui/badge.module.css";

export type BadgeColor = "accent" | "green" | "yellow" | "red" | "gray";

type Look =
  | { variant?: "light" | "outline"; color: BadgeColor }
  | { variant: "filled"; color: "accent" | "red" };

/** One or two words about a thing; they carry the meaning, the colour only helps. */
export function Badge(props: Look & { className?: string; title?: string; children: ReactNode }) {
  const { variant = "light", color, className = "", title, children } = props;
  return (
    <span className={`${styles.badge} ${className}`} data-variant={variant} data-color={color} title={title}>
      {children}
    </span>
  );
}
