/** "session": in this tab, until the sign-out. "local": in this browser. */
export type Place = "session" | "local";

const storageOf = (place: Place) => (place === "session" ? sessionStorage : localStorage);

export function readText(key: string, place: Place = "local"): string {
  try {
    return storageOf(place).getItem(key) ?? "";
  } catch {
    return "";
  }
}

/** Blank takes it away. In a browser that keeps nothing (private mode, full store) nothing is kept, and nothing fails. */
export function writeText(key: string, text: string, place: Place = "local"): void {
  try {
    if (text === "") storageOf(place).removeItem(key);
    else storageOf(place).setItem(key, text);
  } catch {
    return;
  }
}

/** What was written as JSON; null where there is none. */
export function readJson<T>(key: string, place: Place): T | null {
  try {
    return JSON.parse(readText(key, place) || "null");
  } catch {
    return null;
  }
}
