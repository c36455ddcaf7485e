import { type DesignDocument, designDocument, type Layer } from "#contract/design-document.ts";
import { withoutControls } from "#contract/plain-text.ts";
import type { Draft } from "#web/features/designs/editor/drafts.ts";

/** Another version of the product, or a person, may have left something else there, or texts that the shop would refuse. */
export function readDraftText(text: string): Draft | null {
  if (text === "") return null;
  try {
    const { version, document, unanswered } = JSON.parse(text, clean) as Record<keyof Draft, unknown>;
    const read = designDocument.safeParse(document);
    if (typeof version !== "number" || !read.success) return null;
    // Earlier ones of the product kept a single document, or null.
    const sent = [unanswered].flat().map((each) => designDocument.safeParse(each));
    return { version, document: read.data, unanswered: sent.flatMap(({ data }) => data ?? []) };
  } catch {
    return null;
  }
}

const clean = (_: string, value: unknown) => (typeof value === "string" ? withoutControls(value) : value);

/** The layers of a text that came from the clipboard, by the same rules as a document that is saved; else null. */
export function layersOf(text: string, document: DesignDocument): Layer[] | null {
  if (text.length > 70_000 || !text.startsWith('{"layers":[')) return null;
  try {
    const { layers } = JSON.parse(text) as { layers: unknown };
    const read = designDocument.safeParse({ ...document, layers });
    return read.success && read.data.layers.length > 0 ? read.data.layers : null;
  } catch {
    return null;
  }
}
