/** The headless build, the desktop's or what CHROMIUM_PATH names; undefined where there is none. */
export function findChromium(): string | undefined;
/** Installs it where this machine lets us, and ends the process where there is none. */
export function ensureChromium(): string;
