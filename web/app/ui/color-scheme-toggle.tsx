import { Monitor, Moon, Sun } from "lucide-react";
import { ColorSchemeButton } from "#web/ui/color-scheme-button.tsx";

export const colorSchemeIcons = {
  light: <Sun size={18} aria-hidden />,
  dark: <Moon size={18} aria-hidden />,
  auto: <Monitor size={18} aria-hidden />,
};

/** The colour scheme's button beside other icons of the library. */
export function ColorSchemeToggle() {
  return <ColorSchemeButton icons={colorSchemeIcons} />;
}
