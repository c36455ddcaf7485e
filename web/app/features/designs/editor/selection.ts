import { canvasHeight, canvasWidth, type DesignDocument, type Layer } from "#contract/design-document.ts";
import type { Box } from "#drawing/text/lay-out.ts";
import { middleOf, type Point, turned } from "./geometry.ts";

export type Selection = ReadonlySet<string>;

export const nothing: Selection = new Set();

export const only = (id: string): Selection => new Set([id]);

/** A press with Shift: the layer comes to what is chosen or leaves it. */
export function toggled(selection: Selection, id: string): Selection {
  const next = new Set(selection);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** What can be seen and taken hold of. */
export const everything = ({ layers }: DesignDocument): Selection =>
  new Set(layers.filter(({ hidden, locked }) => !hidden && !locked).map(({ id }) => id));

/** Without what an undo took away. */
export function present(selection: Selection, { layers }: DesignDocument): Selection {
  const kept = layers.filter(({ id }) => selection.has(id)).map(({ id }) => id);
  return kept.length === selection.size ? selection : new Set(kept);
}

/** Tab and Shift+Tab go from the front to the back and round again; a hidden layer is passed over. */
export function following(selection: Selection, { layers }: DesignDocument, step: 1 | -1): Selection {
  const ids = layers
    .filter(({ hidden }) => !hidden)
    .map(({ id }) => id)
    .reverse();
  if (ids.length === 0) return nothing;
  const at = ids.findIndex((id) => selection.has(id));
  const next = at === -1 ? (step === 1 ? 0 : ids.length - 1) : (at + step + ids.length) % ids.length;
  return only(ids[next]!);
}

/** The layer in front at a point, or null. What is hidden or locked lets the press through to what is behind. */
export function layerAt(
  point: Point,
  { layers }: DesignDocument,
  boxOf: (layer: Layer) => Box,
): string | null {
  for (const layer of [...layers].reverse()) {
    if (layer.hidden || layer.locked) continue;
    const box = boxOf(layer);
    const { x, y } = turned(point, middleOf(box), -layer.rotation);
    if (x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height) return layer.id;
  }
  return null;
}

/** So far beside what it is a copy of; in px. */
const aside = 24;

/** What is laid on the clipboard as text. */
export const copied = ({ layers }: DesignDocument, ids: ReadonlySet<string>): string =>
  JSON.stringify({ layers: layers.filter(({ id }) => ids.has(id)) });

/** Copies with ids of their own, a little aside, so that they are seen; unlocked, since they are to be moved. */
export const asCopies = (layers: readonly Layer[], newId: () => string): Layer[] =>
  layers.map((layer) => ({
    ...layer,
    id: newId(),
    locked: false,
    x: Math.min(2 * canvasWidth, layer.x + aside),
    y: Math.min(2 * canvasHeight, layer.y + aside),
  }));
