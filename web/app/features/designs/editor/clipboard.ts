import {
  canvasHeight,
  canvasWidth,
  type DesignDocument,
  designDocument,
  type Layer,
} from "#contract/design-document.ts";

/** So far beside what it is a copy of; in px. */
const aside = 24;

/** What is laid on the clipboard as text. */
export const copied = ({ layers }: DesignDocument, ids: ReadonlySet<string>): string =>
  JSON.stringify({ layers: layers.filter(({ id }) => ids.has(id)) });

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

/** Copies with ids of their own, a little aside, so that they are seen; unlocked, since they are to be moved. */
export const asCopies = (layers: readonly Layer[], newId: () => string): Layer[] =>
  layers.map((layer) => ({
    ...layer,
    id: newId(),
    locked: false,
    x: Math.min(2 * canvasWidth, layer.x + aside),
    y: Math.min(2 * canvasHeight, layer.y + aside),
  }));
