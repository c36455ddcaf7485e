import { type DesignDocument, designDocument } from "#contract/design-document.ts";
import { withoutControls } from "#contract/plain-text.ts";
import { requestKey } from "#web/api/client.ts";
import { designDraftPrefix } from "#web/features/shell/sign-out.ts";
import { readDraft, writeDraft } from "#web/ui/draft-storage.ts";

/** What isn't saved yet, and the version that it was made from. */
export interface Draft {
  version: number;
  document: DesignDocument;
  /** An earlier one that was sent from that version, and may have arrived. */
  unanswered: DesignDocument | null;
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
    /** What can't be read stays where it is: it is somebody's work all the same. */
    read(): Draft | null {
      const readable = keysFrom(first).find((each) => parsed(readDraft(each)));
      key = readable ?? first;
      own = readable ? readDraft(key) : "";
      return parsed(own);
    },
    write(draft: Draft | null): void {
      const present = readDraft(key);
      if (present !== "" && present !== own) key = `${first}:${requestKey(4)}`;
      writeDraft(key, draft ? JSON.stringify(draft) : "");
      own = readDraft(key);
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

/** Another version of the product, or a person, may have left something else there, or texts that the shop would refuse. */
function parsed(text: string): Draft | null {
  if (text === "") return null;
  try {
    const { version, document, unanswered } = JSON.parse(text, clean) as Record<keyof Draft, unknown>;
    const [read, sent] = [designDocument.safeParse(document), designDocument.safeParse(unanswered)];
    if (typeof version !== "number" || !read.success) return null;
    return { version, document: read.data, unanswered: sent.success ? sent.data : null };
  } catch {
    return null;
  }
}

const clean = (_: string, value: unknown) => (typeof value === "string" ? withoutControls(value) : value);

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
