import { Eye, EyeOff, ImageIcon, Lock, LockOpen, Shapes, Type } from "lucide-react";
import { type MouseEvent, useState } from "react";
import type { Layer } from "#contract/design-document.ts";
import { change, inOrder } from "#web/features/designs/editor/commands.ts";
import { nameOf } from "#web/features/designs/editor/layer-names.ts";
import css from "#web/features/designs/editor/panels.module.css";
import { only, toggled } from "#web/features/designs/editor/selection.ts";
import type { Editor } from "#web/features/designs/editor/use-editor.ts";
import { MoveControls, SortableList, useSortableEntry } from "#web/ui/editing/sortable-list.tsx";
import { ActionIcon, Button } from "#web/ui/elements/button.tsx";

const icons = { text: Type, picture: ImageIcon, shape: Shapes };

/** All layers, the front one first. */
export function LayersPanel({ editor }: { editor: Editor }) {
  const { layers } = editor.document;
  const rows = layers.toReversed();
  const [several, setSeveral] = useState(false);
  if (layers.length === 0)
    return <p className={css.note}>Nothing on the picture yet. Add a text or a shape to begin with.</p>;
  return (
    <SortableList
      ids={rows.map(({ id }) => id)}
      nameOf={(id) => nameOf(rows.find((layer) => layer.id === id) ?? rows[0]!)}
      onOrder={(ids) => editor.run(inOrder(ids.toReversed()))}
    >
      <Button
        size="sm"
        variant={several ? "light" : "default"}
        aria-pressed={several}
        onClick={() => setSeveral(!several)}
      >
        Choose several
      </Button>
      <ol className={css.layers} aria-label="Layers, from front to back">
        {rows.map((layer) => (
          <LayerRow key={layer.id} layer={layer} editor={editor} several={several} />
        ))}
      </ol>
    </SortableList>
  );
}

/** With `several` a press adds to what is chosen, as with Shift: a finger has no keys. */
function LayerRow({ layer, editor, several }: { layer: Layer; editor: Editor; several: boolean }) {
  const { ref, style, handle } = useSortableEntry(layer.id);
  const name = nameOf(layer);
  const Icon = icons[layer.kind];
  const ids = only(layer.id);
  const isChosen = editor.selection.has(layer.id);
  const choose = (event: MouseEvent) =>
    editor.select(
      several || event.shiftKey || event.ctrlKey || event.metaKey ? toggled(editor.selection, layer.id) : ids,
    );
  const tool = { variant: "subtle", color: "gray", size: 36 } as const;
  return (
    <li
      ref={ref}
      style={style}
      className={css.layer}
      data-chosen={isChosen || undefined}
      data-hidden={layer.hidden || undefined}
    >
      <button type="button" className={css.layerName} aria-pressed={isChosen} onClick={choose}>
        <Icon size={16} aria-hidden />
        <span>{name}</span>
      </button>
      <ActionIcon
        {...tool}
        aria-label={`Hide ${name}`}
        aria-pressed={layer.hidden}
        onClick={() => editor.run(change(ids, { hidden: !layer.hidden }))}
      >
        {layer.hidden ? <EyeOff size={16} aria-hidden /> : <Eye size={16} aria-hidden />}
      </ActionIcon>
      <ActionIcon
        {...tool}
        aria-label={`Lock ${name}`}
        aria-pressed={layer.locked}
        onClick={() => editor.run(change(ids, { locked: !layer.locked }))}
      >
        {layer.locked ? <Lock size={16} aria-hidden /> : <LockOpen size={16} aria-hidden />}
      </ActionIcon>
      <MoveControls id={layer.id} handle={handle} />
    </li>
  );
}
