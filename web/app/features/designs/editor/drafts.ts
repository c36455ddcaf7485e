import type { DesignDocument } from "#contract/design-document.ts";
import { requestKey } from "#web/api/client.ts";
import { designDraftPrefix } from "#web/features/shell/sign-out.ts";
import { readText, writeText } from "#web/ui/storage.ts";

/** What isn't saved yet, and the version that it was made from. */
export interface Draft {
  version: number;
  document: DesignDocument;
  /** What was sent from that version, of which one may have arrived. */
  unanswered: readonly DesignDocument[];
}

/**
 * Where one tab keeps what isn't saved yet of a design. All tabs share the device: what another one has put there is neither
 * overwritten nor removed, and is found by the tab that opens the design next.
 */
export function draftPlace(userId: string, id: string) {
  const first = `${designDraftPrefix}${userId}:${id}`;
  let key = first;
  let own = "";
  return {
    isEmpty: () => keysFrom(first).every((each) => readText(each) === ""),
    /** What can't be read stays where it is: it is somebody's work all the same. */
    take(read: (text: string) => Draft | null): Draft | null {
      const readable = keysFrom(first).find((each) => read(readText(each)));
      key = readable ?? first;
      own = readable ? readText(key) : "";
      return read(own);
    },
    write(draft: Draft | null): void {
      const present = readText(key);
      if (present !== "" && present !== own) key = `${first}:${requestKey(4)}`;
      writeText(key, draft ? JSON.stringify(draft) : "");
      own = readText(key);
    },
  };
}

function keysFrom(first: string): string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(first))
      .toSorted();
  } catch {
    return [];
  }
}

/** Whether two documents say the same, in whatever order their fields came. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  const [left, right] = [a, b].map((each) =>
    Object.entries(each).filter(([, value]) => value !== undefined),
  ) as [[string, unknown][], [string, unknown][]];
  return (
    left.length === right.length &&
    left.every(([name, value]) => isSame(value, (b as Record<string, unknown>)[name]))
  );
}
