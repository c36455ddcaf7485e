import type { MantineColorSchemeManager } from "@mantine/core";
import { chooseColorScheme, colorSchemeOf, onColorSchemeChoice, writeCookie } from "#web/ui/color-scheme.ts";

/**
 * Lets Mantine read and keep the scheme in the same cookie as the public pages' toggle. Give it to MantineProvider
 * with `defaultColorScheme` set to the server's reading of the cookie, so that both renders agree.
 */
export function cookieColorSchemeManager(): MantineColorSchemeManager {
  let stop: (() => void) | undefined;
  return {
    get: (fallback) => (typeof document === "undefined" ? fallback : colorSchemeOf(document.cookie)),
    set: (scheme) => {
      // The provider sets again what it was told; announcing that would go round for ever.
      if (scheme !== colorSchemeOf(document.cookie)) chooseColorScheme(scheme);
    },
    subscribe: (onUpdate) => {
      stop = onColorSchemeChoice(() => onUpdate(colorSchemeOf(document.cookie)));
    },
    unsubscribe: () => stop?.(),
    clear: () => writeCookie("color-scheme", "auto"),
  };
}
