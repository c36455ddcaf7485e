import type { SVGProps } from "react";
import styles from "#web/ui/logo.module.css";

type MarkProps = Omit<SVGProps<SVGSVGElement>, "children" | "viewBox"> & {
  /** Side in CSS pixels. */
  size?: number;
};

/**
 * The mark: a smith's hammer that is also a T, its hot peen a play triangle. The iron takes the text's colour
 * (`currentColor`), the peen always has the primary colour. Legible from 16 px on. Decoration beside a visible name.
 */
export function LogoMark({ size = 32, ...rest }: MarkProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 48 48" fill="none" focusable="false" aria-hidden {...rest}>
      <g transform="rotate(-16 24 24)">
        <path
          d="M3.500 13.500a5 5 0 0 1 5-5h14a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2h-14a5 5 0 0 1-5-5z"
          fill="currentColor"
        />
        <path
          d="M28 10.600a2 2 0 0 1 2.900-1.800l14.200 7.200a2.800 2.800 0 0 1 0 5L30.900 28.200A2 2 0 0 1 28 26.400z"
          fill="var(--color-primary, #fd6a25)"
        />
        <path
          d="M16 33.500a2 2 0 0 1 2-2h4.500a2 2 0 0 1 2 2V44a3.500 3.500 0 0 1-3.500 3.500h-1.500A3.500 3.500 0 0 1 16 44z"
          fill="currentColor"
        />
      </g>
    </svg>
  );
}

/**
 * Mark and name. `name` is the shop's editable name (the caller knows it). The letters are live text in the
 * display face, so that a renamed shop keeps the same logo.
 */
export function Logo({ name = "Thumbsmith", size = 30 }: { name?: string; size?: number }) {
  return (
    <span className={styles.logo} style={{ fontSize: size * 0.77 }}>
      <LogoMark size={size} />
      <span title={name}>{name}</span>
    </span>
  );
}
