export type ColorScheme = "light" | "dark" | "auto";

/** The cookie that keeps a person's choice for a year; readable by script, since it holds nothing secret. */
const colorSchemeCookie = "color-scheme";

const changed = "thumbsmith:color-scheme";
const systemDark = "(prefers-color-scheme: dark)";

/** Reads one cookie out of a Cookie header or document.cookie. */
export function cookieValue(cookies: string | null | undefined, name: string): string | undefined {
  const pair = cookies?.split(/;\s*/).find((part) => part.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}

/** The chosen scheme; "auto" (the system's) where none or a foreign value is kept. Works on the server too. */
export function colorSchemeOf(cookies: string | null | undefined): ColorScheme {
  const value = cookieValue(cookies, colorSchemeCookie);
  return value === "light" || value === "dark" ? value : "auto";
}

/** Keeps a choice in a cookie for a year, for this site's own pages. */
export function writeCookie(name: string, value: string): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every supported browser.
  document.cookie = `${name}=${value}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
}

function systemScheme(): "light" | "dark" {
  return matchMedia(systemDark).matches ? "dark" : "light";
}

/** Keeps the choice, shows it on <html> at once and tells every listener on the page. */
export function chooseColorScheme(scheme: ColorScheme): void {
  writeCookie(colorSchemeCookie, scheme);
  document.documentElement.setAttribute("data-color-scheme", scheme === "auto" ? systemScheme() : scheme);
  window.dispatchEvent(new Event(changed));
}

/** Calls back when the choice changes on this page; returns the way to stop. */
export function onColorSchemeChoice(listener: () => void): () => void {
  window.addEventListener(changed, listener);
  return () => window.removeEventListener(changed, listener);
}

/**
 * Follows the system while the choice is "auto". Components that style by the attribute need it to say "light" or
 * "dark", never "auto".
 */
export function followSystemScheme(): () => void {
  const media = matchMedia(systemDark);
  const apply = () => {
    if (colorSchemeOf(document.cookie) === "auto") {
      document.documentElement.setAttribute("data-color-scheme", systemScheme());
    }
  };
  media.addEventListener("change", apply);
  return () => media.removeEventListener("change", apply);
}
