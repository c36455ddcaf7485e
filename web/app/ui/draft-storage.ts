/** "session": in this tab, until the sign-out. "local": in this browser. */
export type Place = "session" | "local";

const storageOf = (place: Place) => (place === "session" ? sessionStorage : localStorage);

export function readDraft(key: string, place: Place = "local"): string {
  try {
    return storageOf(place).getItem(key) ?? "";
  } catch {
    return "";
  }
}

/** A browser that keeps nothing (private mode, full store) costs the draft's survival, not the typing. */
export function writeDraft(key: string, text: string, place: Place = "local"): void {
  try {
    if (text === "") storageOf(place).removeItem(key);
    else storageOf(place).setItem(key, text);
  } catch {
    return;
  }
}
