import {
  type Art,
  canvasHeight,
  canvasWidth,
  type DesignDocument,
  type Layer,
  leastTextSize,
  mostLayers,
  mostTextSize,
  type PictureLayer,
  type ShapeLayer,
  type TextLayer,
} from "#contract/design-document.ts";
import { untouched } from "#contract/design-parts.ts";
import type { Box } from "#drawing/text/lay-out.ts";
import { normalTurn } from "./geometry.ts";

/**
 * A change of a document, which itself stays as it is: what is undone is the document of before. A command that changes
 * nothing answers the same object.
 */
export type Command = (document: DesignDocument) => DesignDocument;

type Ids = ReadonlySet<string>;

/** What a panel can set of any layer, of a text, a picture or a shape. Undefined takes an outline, a shadow or a plate away. */
export type LayerChange = Partial<
  Omit<TextLayer, "id" | "kind"> & Omit<PictureLayer, "id" | "kind"> & Omit<ShapeLayer, "id" | "kind">
>;

const onLayers =
  (ids: Ids, change: (layer: Layer) => Layer): Command =>
  (document) => {
    const layers = document.layers.map((layer) => (ids.has(layer.id) ? change(layer) : layer));
    return layers.every((layer, at) => layer === document.layers[at]) ? document : { ...document, layers };
  };

/** A locked layer is neither moved nor sized nor turned by hand. */
const byHand = (ids: Ids, change: (layer: Layer) => Layer) =>
  onLayers(ids, (layer) => (layer.locked ? layer : change(layer)));

const within = (least: number, most: number, value: number) =>
  Math.round(Math.min(most, Math.max(least, value)) * 100) / 100;

const placed = (layer: Layer, x: number, y: number): Layer => {
  const place = {
    x: within(-canvasWidth, 2 * canvasWidth, x),
    y: within(-canvasHeight, 2 * canvasHeight, y),
  };
  return place.x === layer.x && place.y === layer.y ? layer : { ...layer, ...place };
};

export const moveBy = (ids: Ids, dx: number, dy: number): Command =>
  byHand(ids, (layer) => placed(layer, layer.x + dx, layer.y + dy));

/** Pictures and shapes take the box as it is. */
export const resizeTo = (id: string, box: Box): Command =>
  byHand(new Set([id]), (layer) => {
    if (layer.kind === "text") return layer;
    const width = within(1, 3 * canvasWidth, box.width);
    const height = within(1, 3 * canvasHeight, box.height);
    return { ...layer, ...placed(layer, box.x, box.y), width, height } as Layer;
  });

/** A text grows with its letters: `x` and `y` are where its layer then stands. */
export const sizeText = (id: string, size: number, x: number, y: number): Command =>
  byHand(new Set([id]), (layer) =>
    layer.kind === "text"
      ? ({ ...placed(layer, x, y), size: within(leastTextSize, mostTextSize, size) } as Layer)
      : layer,
  );

/** Turns each about its own middle. */
export const turnTo = (ids: Ids, degrees: number): Command =>
  byHand(ids, (layer) => ({ ...layer, rotation: normalTurn(degrees) }));

/** Puts an own picture below the layers, whole, with the light and the shade that there were. */
export const layOnReference =
  (id: string): Command =>
  (document) => ({
    ...document,
    art: { kind: "reference", id, crop: untouched.crop, adjust: document.art.adjust },
  });

/** Sets what a panel shows; a locked layer's too, since that is asked for by name. */
export const change = (ids: Ids, to: LayerChange): Command =>
  onLayers(ids, (layer) => {
    const known = Object.entries(to).filter(([name]) => name in layer || optional[layer.kind].has(name));
    if (known.every(([name, value]) => layer[name as keyof Layer] === value)) return layer;
    const next: Record<string, unknown> = { ...layer, ...Object.fromEntries(known) };
    for (const [name, value] of known) if (value === undefined) delete next[name];
    return next as Layer;
  });

const optional: Record<Layer["kind"], ReadonlySet<string>> = {
  text: new Set(["name", "outline", "shadow", "plate"]),
  picture: new Set(["name", "outline"]),
  shape: new Set(["name", "outline"]),
};

export const tooManyLayers = `A design has at most ${mostLayers} layers.`;

export const roomFor = (document: DesignDocument): number => mostLayers - document.layers.length;

/** In front of all others. Beyond the limit nothing is added: `roomFor` says beforehand. */
export const add =
  (...layers: Layer[]): Command =>
  (document) =>
    layers.length === 0 || layers.length > roomFor(document)
      ? document
      : { ...document, layers: [...document.layers, ...layers] };

export const remove =
  (ids: Ids): Command =>
  (document) => {
    const layers = document.layers.filter((layer) => !ids.has(layer.id));
    return layers.length === document.layers.length ? document : { ...document, layers };
  };

/** One step forward or backward; the layers come to stand together, and keep their order. */
export const order =
  (ids: Ids, step: 1 | -1): Command =>
  (document) => {
    const chosen = document.layers.filter(({ id }) => ids.has(id));
    const others = document.layers.filter(({ id }) => !ids.has(id));
    const behind = document.layers.findIndex(({ id }) => ids.has(id));
    const at = Math.min(others.length, Math.max(0, behind + step));
    const layers = [...others.slice(0, at), ...chosen, ...others.slice(at)];
    return layers.every((layer, index) => layer === document.layers[index])
      ? document
      : { ...document, layers };
  };

/** `ids` names every layer, from back to front. */
export const inOrder =
  (ids: readonly string[]): Command =>
  (document) => {
    const place = ({ id }: Layer) => ids.indexOf(id);
    const layers = document.layers.toSorted((a, b) => place(a) - place(b));
    return layers.every((layer, index) => layer === document.layers[index])
      ? document
      : { ...document, layers };
  };

export const changeArt =
  (to: Partial<Omit<Art, "kind">>): Command =>
  (document) => ({ ...document, art: { ...document.art, ...to } as Art });

export const adjustArt =
  (to: Partial<Art["adjust"]>): Command =>
  (document) => ({ ...document, art: { ...document.art, adjust: { ...document.art.adjust, ...to } } });
