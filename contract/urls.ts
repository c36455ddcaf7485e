const schemes = /^(https?:|mailto:|tel:)/i;

/** `URL.parse`, which not every browser has that the shop works in. */
export function parsedUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

/**
 * An address that someone entered: a site path, `#x`, https, http, mailto or tel, at most 2048 characters.
 * `//host` and `/\host` would leave the site although they look like paths, `/..//host` once it is resolved and read again,
 * and browsers drop control characters and leading blanks before they read a scheme, so all of those are refused.
 */
export function isAllowedUrl(url: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  if (url.length > 2048 || /[\u0000-\u001f\u007f]/.test(url) || /^\s|\s$/.test(url)) return false;
  if (url.startsWith("#")) return true;
  if (url.startsWith("/")) return !leavesSite.test(url) && staysOnSite(url);
  if (!schemes.test(url)) return false;
  if (!/^https?:/i.test(url)) return true;
  const parsed = parsedUrl(url);
  return /^https?:$/.test(parsed?.protocol ?? "") && parsed?.hostname !== "";
}

const leavesSite = /^\/[\\/]/;

function staysOnSite(path: string): boolean {
  const parsed = parsedUrl(path, "https://site.invalid");
  return parsed !== null && !leavesSite.test(parsed.pathname);
}

/** A path of this site, to lead somebody to: no address of another host in disguise. */
export const isSitePath = (path: string): boolean => path.startsWith("/") && isAllowedUrl(path);

/** One that leads somewhere from a mail, in which `#x` has no page to be a place of. */
export const isAllowedInMail = (url: string): boolean => isAllowedUrl(url) && !url.startsWith("#");
