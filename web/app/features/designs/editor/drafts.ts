import { type DesignDocument, designDocument } from "#contract/design-document.ts";
import { designDraftPrefix } from "#web/features/shell/sign-out.ts";
import { readDraft, writeDraft } from "#web/ui/use-draft.ts";

/** What isn't saved yet, and the version that it was made from. */
export interface Draft {
  version: number;
  document: DesignDocument;
}

export const draftKey = (userId: string, id: string) => `${designDraftPrefix}${userId}:${id}`;

/** Another version of the product, or a person, may have left something else there. */
export function readDesignDraft(key: string): Draft | null {
  const text = readDraft(key);
  if (text === "") return null;
  try {
    const { version, document } = JSON.parse(text) as { version: unknown; document: unknown };
    const read = designDocument.safeParse(document);
    return typeof version === "number" && read.success ? { version, document: read.data } : null;
  } catch {
    return null;
  }
}

export const writeDesignDraft = (key: string, draft: Draft | null): void =>
  writeDraft(key, draft ? JSON.stringify(draft) : "");

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
