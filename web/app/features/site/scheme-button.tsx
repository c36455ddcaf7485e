import { Icon } from "#web/features/site/icon.tsx";
import type { ColorScheme } from "#web/ui/color-scheme.ts";
import { ColorSchemeButton } from "#web/ui/color-scheme-button.tsx";

const icons = {
  light: <Icon name="icon-sun" size={18} />,
  dark: <Icon name="icon-moon" size={18} />,
  auto: <Icon name="icon-monitor" size={18} />,
};

/** The colour scheme's button with the public pages' own icons. */
export function SchemeButton({ initial }: { initial: ColorScheme }) {
  return <ColorSchemeButton icons={icons} initial={initial} />;
}
