import { useEffect, useSyncExternalStore } from "react";
import { Icon } from "#web/features/content/icon.tsx";
import styles from "#web/features/content/scheme-button.module.css";
import {
  type ColorScheme,
  chooseColorScheme,
  colorSchemeOf,
  followSystemScheme,
  onColorSchemeChoice,
} from "#web/ui/color-scheme.ts";

const schemes = ["light", "dark", "auto"] as const;
const labels = { light: "Light", dark: "Dark", auto: "Same as the system" };
const icons = { light: "icon-sun", dark: "icon-moon", auto: "icon-monitor" };

/** Goes round light, dark and the system's. The public pages' own, since it brings no icon library with it. */
export function SchemeButton({ initial }: { initial: ColorScheme }) {
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
      aria-label={`Colours: ${labels[scheme]}. Change to: ${labels[next]}`}
      title={`Colours: ${labels[scheme]}`}
      onClick={() => chooseColorScheme(next)}
    >
      <Icon name={icons[scheme]} size={18} />
    </button>
  );
}
