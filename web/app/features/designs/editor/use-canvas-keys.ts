import {
  type ClipboardEvent,
  type KeyboardEvent,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
} from "react";
import { requestKey } from "#web/api/client.ts";
import { add, moveBy, order, remove, roomFor, tooManyLayers } from "#web/features/designs/editor/commands.ts";
import { asCopies, copied, everything, following, nothing } from "#web/features/designs/editor/selection.ts";
import type { Editor } from "#web/features/designs/editor/use-editor.ts";
import { keyOf } from "#web/ui/key-of.ts";

const arrows: Record<string, [dx: number, dy: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** What checks layers that come from elsewhere. */
const loadReader = () => import("#web/features/designs/editor/read-kept.ts");

export const newLayerId = () => requestKey(6);

/** Adds copies of layers and chooses them. */
export function addCopies(editor: Editor, layers: Parameters<typeof asCopies>[0]): void {
  if (layers.length > roomFor(editor.document)) return void editor.refuse(tooManyLayers);
  const copies = asCopies(layers, newLayerId);
  editor.run(add(...copies));
  editor.select(new Set(copies.map(({ id }) => id)));
}

/** Fields of text take back what was typed in them by themselves; a slider, a checkbox or a colour takes back nothing. */
const ownKeys = "textarea, input:not([type=range], [type=checkbox], [type=radio], [type=color])";

/**
 * Undo and redo, wherever the focus is: a press beside the picture leaves it outside of the editor, and Safari gives
 * it to no button. A dialog has the keys for itself.
 */
export function useScreenKeys(editor: Editor): void {
  const press = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const { target, altKey } = event;
    if (target instanceof Element && target.closest(ownKeys)) return;
    if (altKey || (!event.ctrlKey && !event.metaKey)) return;
    if (document.querySelector("[role=dialog]")) return;
    const key = keyOf(event).toLowerCase();
    if (key !== "z" && key !== "y") return;
    (key === "y" || event.shiftKey ? editor.redo : editor.undo)();
    event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => press(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

/**
 * Files from elsewhere, of which the browser would else make its page; true where there were some. What a picture shows,
 * and whether a face may be used, is asked for where it is uploaded.
 */
export function takeFiles(event: SyntheticEvent, given: DataTransfer, editor?: Editor): boolean {
  if (!given.types.includes("Files")) return false;
  event.preventDefault();
  editor?.refuse("Your pictures are under Add here. A new one is uploaded under Pictures first.");
  return true;
}

/** What the keys do while the picture has the focus. */
export function useCanvasKeys(
  editor: Editor,
  {
    onEdit,
    onHelp,
    isDragging,
    cancel,
  }: {
    onEdit: (id: string) => void;
    onHelp: () => void;
    isDragging: () => boolean;
    cancel: () => void;
  },
) {
  const { document, selection, chosen } = editor;

  /** Beyond the last layer, or the first one, Tab goes on to what comes after the picture. */
  function tab(step: 1 | -1): boolean {
    const [last] = following(nothing, document, step === 1 ? -1 : 1);
    if (last === undefined || selection.has(last)) {
      editor.select(nothing);
      return false;
    }
    editor.select(following(selection, document, step));
    return true;
  }

  function withControl(key: string): boolean {
    if (key === "a") editor.select(everything(document));
    else if (key === "d") addCopies(editor, chosen);
    else if (key === "]") editor.run(order(selection, 1));
    else if (key === "[") editor.run(order(selection, -1));
    else return false;
    return true;
  }

  function alone(event: KeyboardEvent): boolean {
    const [first] = chosen;
    const key = keyOf(event);
    const arrow = arrows[key];
    if (arrow) {
      const [dx, dy] = arrow.map((by) => by * (event.shiftKey ? 10 : 1)) as [number, number];
      if (!first) return false;
      editor.run(moveBy(selection, dx, dy), `arrow ${[...selection].join(" ")}`);
      return true;
    }
    // Nowhere else: a single letter that acts on a whole screen is pressed by speech and by mistake.
    if (key === "?") {
      onHelp();
      return true;
    }
    if (key === "Tab") return tab(event.shiftKey ? -1 : 1);
    if (key === "Delete" || key === "Backspace") {
      editor.run(remove(selection));
      return true;
    }
    if (key === "Escape") {
      if (isDragging()) cancel();
      else editor.select(nothing);
      return true;
    }
    if (key === "Enter" && chosen.length === 1 && first?.kind === "text") {
      onEdit(first.id);
      return true;
    }
    return false;
  }

  function copy(event: ClipboardEvent): boolean {
    if (event.target !== event.currentTarget || selection.size === 0) return false;
    event.clipboardData.setData("text/plain", copied(document, selection));
    loadReader().catch(() => undefined);
    event.preventDefault();
    return true;
  }

  return {
    onKeyDown(event: KeyboardEvent) {
      if (event.target !== event.currentTarget || event.altKey) return;
      const taken = event.ctrlKey || event.metaKey ? withControl(keyOf(event).toLowerCase()) : alone(event);
      if (taken) event.preventDefault();
    },
    /** A key that is held is one step. */
    onKeyUp: (event: KeyboardEvent) => {
      if (keyOf(event) in arrows) editor.settle();
    },
    onCopy: (event: ClipboardEvent) => void copy(event),
    onCut(event: ClipboardEvent) {
      if (copy(event)) editor.run(remove(selection));
    },
    onPaste(event: ClipboardEvent) {
      if (event.target !== event.currentTarget || takeFiles(event, event.clipboardData, editor)) return;
      event.preventDefault();
      const text = event.clipboardData.getData("text/plain");
      loadReader().then(
        ({ layersOf }) => {
          const layers = layersOf(text, document);
          if (layers) addCopies(editor, layers);
        },
        () => editor.refuse("This could not be pasted. Please try again."),
      );
    },
  };
}
