import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from "react";
import { mostCharacters, type TextLayer } from "#contract/design-document.ts";
import { canvas } from "#drawing/canvas.ts";
import { fileChain } from "#drawing/fonts/faces.ts";
import css from "#web/features/designs/editor/canvas.module.css";
import { change, remove } from "#web/features/designs/editor/commands.ts";
import { rewriteLines, textOf } from "#web/features/designs/editor/rewrite-lines.ts";
import { only } from "#web/features/designs/editor/selection.ts";
import { boxOf } from "#web/features/designs/editor/use-drag.ts";
import type { Editor } from "#web/features/designs/editor/use-editor.ts";
import { keyOf } from "#web/ui/key-of.ts";

/** In px of the picture; a container's width is the picture's. */
const cq = (px: number) => `${(100 * px) / canvas.width}cqw`;

/**
 * A field over the text that it writes: its own letters are unseen, those of the drawing are looked at. It ends when the
 * focus leaves it. `onLeave` takes the focus away where a key asks for that; a press elsewhere takes it to what is pressed.
 */
export function TextEntry(props: {
  layer: TextLayer;
  editor: Editor;
  onLeave: () => void;
  onEnd: () => void;
}) {
  const { layer, editor } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const { x, y, width, height } = boxOf(layer);
  const room = layer.size;
  const text = textOf(layer.lines);
  useEffect(() => field.current?.select(), []);

  function end({ currentTarget }: FocusEvent) {
    // The window lost the focus, and the field has it again with the window.
    if (document.activeElement === currentTarget) return;
    if (text.trim() === "") editor.run(remove(only(layer.id)));
    editor.settle();
    props.onEnd();
  }
  function key(event: KeyboardEvent) {
    if (keyOf(event) === "Escape" || (keyOf(event) === "Enter" && (event.ctrlKey || event.metaKey))) {
      event.preventDefault();
      props.onLeave();
    }
  }
  return (
    <textarea
      ref={field}
      className={css.entry}
      aria-label="Words of the text"
      value={text}
      maxLength={mostCharacters + 20}
      spellCheck
      wrap="off"
      style={{
        left: cq(x - room),
        top: cq(y),
        width: cq(width + 2 * room),
        height: cq(Math.max(height, room)),
        transform: `rotate(${layer.rotation}deg)`,
        textAlign: layer.align === "centre" ? "center" : layer.align,
        paddingInline: cq(room),
        fontFamily: fileChain(layer.font, layer.weight)
          .map(({ name }) => `"${name}"`)
          .slice(0, 12)
          .join(", "),
        fontSize: cq(layer.size),
        lineHeight: layer.lineHeight,
        letterSpacing: `${layer.letterSpacing}em`,
        caretColor: layer.fill,
      }}
      onChange={(event) => {
        const lines = rewriteLines(layer.lines, event.currentTarget.value);
        editor.run(change(only(layer.id), { lines }), `type ${layer.id}`);
      }}
      onKeyDown={key}
      onBlur={end}
    />
  );
}
