import { type MouseEvent, useId, useRef } from "react";
import type { Layer, TextLayer } from "#contract/design-document.ts";
import { canvas } from "#drawing/canvas.ts";
import type { Sources } from "#drawing/draw-document.ts";
import type { Box } from "#drawing/text/lay-out.ts";
import css from "#web/features/designs/editor/canvas.module.css";
import { CanvasLayers, type Preview } from "#web/features/designs/editor/canvas-layers.tsx";
import { nameOf } from "#web/features/designs/editor/layer-names.ts";
import { layerAt, only } from "#web/features/designs/editor/selection.ts";
import { badgeCorner, margin } from "#web/features/designs/editor/snapping.ts";
import { TextEntry } from "#web/features/designs/editor/text-entry.tsx";
import { useCanvasKeys } from "#web/features/designs/editor/use-canvas-keys.ts";
import { boxOf, useDrag } from "#web/features/designs/editor/use-drag.ts";
import type { Editor } from "#web/features/designs/editor/use-editor.ts";

const percent = (value: number, of: number) => `${(100 * value) / of}%`;
const placeOf = ({ x, y, width, height }: Box) => ({
  left: percent(x, canvas.width),
  top: percent(y, canvas.height),
  width: percent(width, canvas.width),
  height: percent(height, canvas.height),
});

/** The picture, and the hand on it. */
export function Canvas(props: {
  editor: Editor;
  picture: Sources["picture"];
  fontsVersion: number;
  showGuides: boolean;
  /** The text that is typed in its place. */
  editing: string | null;
  onEdit: (id: string | null) => void;
  onHelp: () => void;
}) {
  const { editor, editing, onEdit, onHelp } = props;
  const { document, chosen } = editor;
  const stage = useRef<HTMLDivElement>(null);
  const help = useId();
  const drag = useDrag(stage, editor);
  const keys = useCanvasKeys(editor, { onEdit, onHelp, isDragging: drag.isDragging, cancel: drag.cancel });
  const edited = document.layers.find(
    (layer): layer is TextLayer => layer.id === editing && layer.kind === "text",
  );

  function editAt(event: MouseEvent): void {
    if ((event.target as Element).closest("textarea")) return;
    const id = layerAt(drag.pointAt(event), document, boxOf);
    const layer = document.layers.find((each) => each.id === id);
    if (layer?.kind !== "text") return;
    editor.select(only(layer.id));
    onEdit(layer.id);
  }

  return (
    <>
      <div
        ref={stage}
        className={css.stage}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes keys.
        tabIndex={0}
        aria-label="The picture"
        aria-describedby={help}
        onDoubleClick={editAt}
        {...drag.handlers}
        {...keys}
      >
        <div className={css.clip}>
          <CanvasLayers
            document={document}
            picture={props.picture}
            preview={drag.preview}
            fontsVersion={props.fontsVersion}
          />
          {props.showGuides && <SafeArea />}
        </div>
        {drag.guides.map(({ axis, at }) => (
          <span
            key={`${axis} ${at}`}
            className={css.guide}
            data-axis={axis}
            style={axis === "x" ? { left: percent(at, canvas.width) } : { top: percent(at, canvas.height) }}
          />
        ))}
        {!edited &&
          chosen.map((layer) => (
            <Frame key={layer.id} layer={shown(layer, drag.preview)} isOnly={chosen.length === 1} />
          ))}
        {edited && (
          <TextEntry
            key={edited.id}
            layer={edited}
            editor={editor}
            onLeave={() => stage.current?.focus({ preventScroll: true })}
            onEnd={() => onEdit(null)}
          />
        )}
      </div>
      <p id={help} className="visually-hidden">
        Tab goes from layer to layer, arrow keys move the chosen one, with Shift by 10 pixels. Enter edits a
        text, Delete removes, Escape chooses nothing.
      </p>
      <p className="visually-hidden" role="status">
        {chosen.length > 1 && `${chosen.length} layers chosen`}
        {chosen.length === 1 && said(chosen[0]!)}
      </p>
    </>
  );
}

function said(layer: Layer): string {
  return `${nameOf(layer)} chosen, at ${Math.round(layer.x)}, ${Math.round(layer.y)}`;
}

function shown(layer: Layer, preview: Preview | null): Layer {
  if (preview?.kind === "layer" && preview.layer.id === layer.id) return preview.layer;
  if (preview?.kind === "move" && preview.ids.has(layer.id) && !layer.locked)
    return { ...layer, x: layer.x + preview.dx, y: layer.y + preview.dy };
  return layer;
}

const handles = ["-1 -1", "0 -1", "1 -1", "1 0", "1 1", "0 1", "-1 1", "-1 0"];

/** Around a chosen layer, with what it is sized and turned by. */
function Frame({ layer, isOnly }: { layer: Layer; isOnly: boolean }) {
  return (
    <div
      className={css.frame}
      data-locked={layer.locked || undefined}
      style={{ ...placeOf(boxOf(layer)), transform: `rotate(${layer.rotation}deg)` }}
    >
      {isOnly && !layer.locked && (
        <>
          {handles.map((name) => (
            <span key={name} className={css.handle} data-handle={name} />
          ))}
          <span className={css.turn} data-handle="turn" />
        </>
      )}
    </div>
  );
}

/** What is safe from round corners, and where YouTube lays a video's length. */
function SafeArea() {
  const safe = { x: margin, y: margin, width: canvas.width - 2 * margin, height: canvas.height - 2 * margin };
  return (
    <>
      <span className={css.safe} style={placeOf(safe)} />
      <span className={css.badge} style={placeOf(badgeCorner)}>
        <span>12:34</span>
      </span>
    </>
  );
}
