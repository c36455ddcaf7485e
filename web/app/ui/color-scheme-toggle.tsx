import { Monitor, Moon, Sun } from "lucide-react";
import { useEffect, useSyncExternalStore } from "react";
import {
  type ColorScheme,
  chooseColorScheme,
  colorSchemeOf,
  followSystemScheme,
  onColorSchemeChoice,
} from "#web/ui/color-scheme.ts";
import styles from "#web/ui/color-scheme-toggle.module.css";

const choices = [
  { scheme: "light", label: "Light", Icon: Sun },
  { scheme: "dark", label: "Dark", Icon: Moon },
  { scheme: "auto", label: "Same as the system", Icon: Monitor },
] as const;

/**
 * Light, dark or the system's, as three small radio buttons. Needs no Mantine, so public pages may use it.
 * `initial` is the server's reading of the cookie (colorSchemeOf), so that the first render agrees with it;
 * `onDeep` suits a dark ground such as the footer's; `compact` is one button that goes round the three.
 */
export function ColorSchemeToggle(props: { initial?: ColorScheme; onDeep?: boolean; compact?: boolean }) {
  const { initial = "auto", onDeep, compact } = props;
  const scheme = useSyncExternalStore(
    onColorSchemeChoice,
    () => colorSchemeOf(document.cookie),
    () => initial,
  );
  useEffect(followSystemScheme, []);

  if (compact) {
    const at = choices.findIndex((choice) => choice.scheme === scheme);
    const current = choices[at] ?? choices[2];
    const next = choices[(at + 1) % choices.length] ?? choices[0];
    return (
      <button
        type="button"
        className={styles.single}
        data-on-deep={onDeep || undefined}
        aria-label={`Colours: ${current.label}. Change to: ${next.label}`}
        title={`Colours: ${current.label}`}
        onClick={() => chooseColorScheme(next.scheme)}
      >
        <current.Icon size={18} aria-hidden />
      </button>
    );
  }

  return (
    <fieldset className={styles.group} data-on-deep={onDeep || undefined}>
      <legend className="visually-hidden">Colours</legend>
      {choices.map(({ scheme: value, label, Icon }) => (
        <label key={value} className={styles.choice} title={label}>
          <input
            type="radio"
            name="color-scheme"
            value={value}
            checked={scheme === value}
            onChange={() => chooseColorScheme(value)}
          />
          <Icon size={16} aria-hidden />
          <span className="visually-hidden">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
