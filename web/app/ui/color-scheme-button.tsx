import { type ReactNode, useEffect, useSyncExternalStore } from "react";
import {
  type ColorScheme,
  chooseColorScheme,
  colorSchemeOf,
  followSystemScheme,
  onColorSchemeChoice,
} from "#web/ui/color-scheme.ts";
import styles from "#web/ui/color-scheme-button.module.css";

const schemes = ["light", "dark", "auto"] as const;
const labels = { light: "Light", dark: "Dark", auto: "System" };

/** Plain markup; whoever shows it brings the icons, since public pages have no icon library. */
interface SchemeProps {
  icons: Record<ColorScheme, ReactNode>;
  /** The server's reading of the cookie (colorSchemeOf), so that the first render agrees with it. */
  initial?: ColorScheme;
}

function useColorScheme(initial: ColorScheme = "auto"): ColorScheme {
  useEffect(followSystemScheme, []);
  return useSyncExternalStore(
    onColorSchemeChoice,
    () => colorSchemeOf(document.cookie),
    () => initial,
  );
}

/** Goes round light, dark and the system's, where there is room for an icon alone. */
export function ColorSchemeButton({ icons, initial }: SchemeProps) {
  const scheme = useColorScheme(initial);
  const next = schemes[(schemes.indexOf(scheme) + 1) % schemes.length]!;
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={`Appearance: ${labels[scheme]}. Change to: ${labels[next]}`}
      title={`Appearance: ${labels[scheme]}`}
      onClick={() => chooseColorScheme(next)}
    >
      {icons[scheme]}
    </button>
  );
}

/**
 * The three choices in words, as an entry of a menu. The browser's own list lies unseen over the whole row, so that the
 * row opens it wherever it is pressed, also where a menu shows the icon alone.
 */
export function AppearanceSelect(
  props: SchemeProps & {
    className?: string | undefined;
    iconClassName?: string | undefined;
    labelClassName?: string | undefined;
  },
) {
  const { icons, initial, className = "", iconClassName = "", labelClassName } = props;
  const scheme = useColorScheme(initial);
  return (
    <div className={`${styles.row} ${className}`}>
      <span className={`${styles.icon} ${iconClassName}`}>{icons[scheme]}</span>
      <span className={labelClassName} aria-hidden>
        Appearance: {labels[scheme]}
      </span>
      <select
        className={styles.select}
        aria-label="Appearance"
        value={scheme}
        onChange={(event) => chooseColorScheme(event.currentTarget.value as ColorScheme)}
      >
        <option value="auto">{labels.auto}</option>
        <option value="light">{labels.light}</option>
        <option value="dark">{labels.dark}</option>
      </select>
    </div>
  );
}
