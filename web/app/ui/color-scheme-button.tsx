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
const labels = { light: "Light", dark: "Dark", auto: "Same as the system" };

/**
 * Goes round light, dark and the system's. Plain markup; whoever shows it brings the icons, since public pages have
 * no icon library. `initial` is the server's reading of the cookie (colorSchemeOf), so that the first render agrees
 * with it; `onDeep` suits a dark ground.
 */
export function ColorSchemeButton(props: {
  icons: Record<ColorScheme, ReactNode>;
  initial?: ColorScheme;
  onDeep?: boolean;
}) {
  const { icons, initial = "auto" } = props;
  const scheme = useSyncExternalStore(
    onColorSchemeChoice,
    () => colorSchemeOf(document.cookie),
    () => initial,
  );
  useEffect(followSystemScheme, []);
  const next = schemes[(schemes.indexOf(scheme) + 1) % schemes.length]!;
  return (
    <button
      type="button"
      className={styles.button}
      data-on-deep={props.onDeep || undefined}
      aria-label={`Colours: ${labels[scheme]}. Change to: ${labels[next]}`}
      title={`Colours: ${labels[scheme]}`}
      onClick={() => chooseColorScheme(next)}
    >
      {icons[scheme]}
    </button>
  );
}
