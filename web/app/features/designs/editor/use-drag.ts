import { type PointerEvent, type RefObject, useRef, useState } from "react";
import { type Layer, leastTextSize, mostTextSize } from "#contract/design-document.ts";
import { canvas } from "#drawing/canvas.ts";
import { layerBox } from "#drawing/draw-document.ts";
import type { Box } from "#drawing/text/lay-out.ts";
import type { Preview } from "#web/features/designs/editor/canvas-layers.tsx";
import { moveBy, resizeTo, sizeText, turnTo } from "#web/features/designs/editor/commands.ts";
import { anchorOf } from "#web/features/designs/editor/fit-text.ts";
import {
  angleTo,
  boundsOf,
  type Handle,
  middleOf,
  type Point,
  resized,
  unionOf,
} from "#web/features/designs/editor/geometry.ts";
import { layerAt, nothing, only, type Selection, toggled } from "#web/features/designs/editor/selection.ts";
import { type Guide, snap, snapLine } from "#web/features/designs/editor/snapping.ts";
import type { Editor } from "#web/features/designs/editor/use-editor.ts";
import { fontOf } from "#web/ui/drawn/fonts.ts";

/** How near a line draws what is dragged, and how far a pointer goes before a press is a drag; in px of the screen. */
const reach = 8;
const slop = 3;

export const boxOf = (layer: Layer): Box => layerBox(layer, fontOf);

/** `pointer` alone goes on with it: another finger, or the heel of the hand, would throw to itself what is dragged. */
type Gesture = { pointer: number; start: Point; begun: boolean } & (
  | { kind: "move"; ids: Selection; bounds: Box; others: Box[] }
  | { kind: "size"; layer: Layer; box: Box; handle: Handle; others: Box[] }
  | { kind: "turn"; layer: Layer; box: Box }
);

/** Choosing, moving, sizing and turning by mouse, finger or pen. The document changes once, when the pointer is lifted. */
export function useDrag(stage: RefObject<HTMLElement | null>, editor: Editor) {
  const { document, selection, chosen } = editor;
  const gesture = useRef<Gesture | null>(null);
  const [preview, setPreview] = useState<Preview | null>(null);
  /** The newest: what a move and the lifting of the same frame bring is not rendered in between. */
  const newest = useRef<Preview | null>(null);
  const [guides, setGuides] = useState<Guide[]>([]);

  /** Px of the picture to one of the screen. */
  const scaleOf = () => canvas.width / (stage.current?.getBoundingClientRect().width || canvas.width);
  function pointAt({ clientX, clientY }: { clientX: number; clientY: number }): Point {
    const { left, top } = stage.current!.getBoundingClientRect();
    return { x: (clientX - left) * scaleOf(), y: (clientY - top) * scaleOf() };
  }
  const boundsWithout = (ids: Selection) =>
    document.layers
      .filter(({ id, hidden }) => !hidden && !ids.has(id))
      .map((layer) => boundsOf(boxOf(layer), layer.rotation));

  function begin(event: PointerEvent, start: Point): Gesture | null {
    const fresh = { pointer: event.pointerId, start, begun: false };
    const name = (event.target as Element).closest<HTMLElement>("[data-handle]")?.dataset.handle;
    const [layer] = chosen;
    if (name && layer) {
      const box = boxOf(layer);
      if (name === "turn") return { ...fresh, kind: "turn", layer, box };
      const [x, y] = name.split(" ").map(Number) as [Handle["x"], Handle["y"]];
      return { ...fresh, kind: "size", layer, box, handle: { x, y }, others: boundsWithout(selection) };
    }
    const id = layerAt(start, document, boxOf);
    if (event.shiftKey) {
      if (id) editor.select(toggled(selection, id));
      return null;
    }
    if (!id) {
      editor.select(nothing);
      return null;
    }
    const ids = selection.has(id) ? selection : only(id);
    if (ids !== selection) editor.select(ids);
    const moving = document.layers.filter((each) => ids.has(each.id));
    const bounds = unionOf(moving.map((each) => boundsOf(boxOf(each), each.rotation)))!;
    return { ...fresh, kind: "move", ids, bounds, others: boundsWithout(ids) };
  }

  function move(now: Gesture & { kind: "move" }, point: Point, event: PointerEvent): void {
    let [dx, dy] = [point.x - now.start.x, point.y - now.start.y];
    if (event.shiftKey) {
      if (Math.abs(dx) > Math.abs(dy)) dy = 0;
      else dx = 0;
    }
    const at = { ...now.bounds, x: now.bounds.x + dx, y: now.bounds.y + dy };
    const near = event.altKey ? { dx: 0, dy: 0, guides: [] } : snap(at, now.others, reach * scaleOf());
    setGuides(near.guides);
    show({ kind: "move", ids: now.ids, dx: dx + near.dx, dy: dy + near.dy });
  }

  function size(now: Gesture & { kind: "size" }, pointer: Point, event: PointerEvent): void {
    const { layer, box, handle, others } = now;
    const isText = layer.kind === "text";
    const point = { ...pointer };
    if (!event.altKey && layer.rotation === 0) {
      if (handle.x !== 0) point.x = snapLine(point.x, "x", others, reach * scaleOf());
      if (handle.y !== 0) point.y = snapLine(point.y, "y", others, reach * scaleOf());
    }
    const keepRatio = isText || event.shiftKey || layer.kind === "picture";
    const least = isText ? Math.min(box.width, box.height) * (leastTextSize / layer.size) : 8;
    const to = resized(box, layer.rotation, handle, point, { keepRatio, least });
    const next = isText ? (layer.size * to.width) / (box.width || 1) : 0;
    if (!isText) showLayer(layer, resizeTo(layer.id, to));
    else if (next <= mostTextSize)
      showLayer(layer, sizeText(layer.id, next, anchorOf(layer.align, to), to.y));
  }

  function turn({ layer, box, start }: Gesture & { kind: "turn" }, point: Point, event: PointerEvent): void {
    const middle = middleOf(box);
    const free = layer.rotation + angleTo(point, middle) - angleTo(start, middle);
    const step = event.shiftKey ? 15 : 90;
    const nearest = Math.round(free / step) * step;
    const isNear = event.shiftKey || (!event.altKey && Math.abs(free - nearest) < 3);
    showLayer(layer, turnTo(only(layer.id), isNear ? nearest : free));
  }

  function showLayer(layer: Layer, command: (of: typeof document) => typeof document): void {
    show({ kind: "layer", layer: command({ ...document, layers: [layer] }).layers[0]! });
  }

  function show(next: Preview | null): void {
    newest.current = next;
    setPreview(next);
  }

  function drop(): void {
    gesture.current = null;
    show(null);
    setGuides([]);
  }

  function commit(): void {
    const preview = newest.current;
    if (preview?.kind === "move") editor.run(moveBy(preview.ids, preview.dx, preview.dy));
    if (preview?.kind === "layer") {
      const { layer } = preview;
      editor.run((of) => ({ ...of, layers: of.layers.map((each) => (each.id === layer.id ? layer : each)) }));
    }
    drop();
  }

  const isOthers = ({ pointerId }: PointerEvent) => gesture.current?.pointer !== pointerId;

  return {
    preview,
    guides,
    pointAt,
    cancel: drop,
    isDragging: () => gesture.current?.begun ?? false,
    handlers: {
      onPointerDown(event: PointerEvent) {
        if (event.button !== 0 || gesture.current || (event.target as Element).closest("textarea")) return;
        gesture.current = begin(event, pointAt(event));
        if (gesture.current) stage.current?.setPointerCapture(event.pointerId);
      },
      onPointerMove(event: PointerEvent) {
        const now = gesture.current;
        if (!now || isOthers(event)) return;
        const point = pointAt(event);
        const far = Math.hypot(point.x - now.start.x, point.y - now.start.y) > slop * scaleOf();
        if (!now.begun && !far) return;
        now.begun = true;
        if (now.kind === "move") move(now, point, event);
        else if (now.kind === "size") size(now, point, event);
        else turn(now, point, event);
      },
      onPointerUp: (event: PointerEvent) => isOthers(event) || commit(),
      onPointerCancel: (event: PointerEvent) => isOthers(event) || drop(),
    },
  };
}
