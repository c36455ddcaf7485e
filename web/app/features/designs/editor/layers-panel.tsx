import { ActionIcon } from "@mantine/core";
import { ArrowDown, ArrowUp, Eye, EyeOff, Lock, LockOpen, Shapes, Type } from "lucide-react";
import type { MouseEvent } from "react";
import type { Layer } from "#contract/design-document.ts";
import { change, order } from "#web/features/designs/editor/commands.ts";
import { nameOf } from "#web/features/designs/editor/layer-names.ts";
import css from "#web/features/designs/editor/panels.module.css";
import { only, toggled } from "#web/features/designs/editor/selection.ts";
import type { Editor } from "#web/features/designs/editor/use-editor.ts";

/** All layers, the front one first. */
export function LayersPanel({ editor }: { editor: Editor }) {
  const { layers } = editor.document;
  if (layers.length === 0)
    return <p className={css.note}>Nothing on the picture yet. Add a text or a shape to begin with.</p>;
  return (
    <ol className={css.layers} aria-label="Layers, from front to back">
      {layers.toReversed().map((layer, index) => (
        <LayerRow
          key={layer.id}
          layer={layer}
          editor={editor}
          isFront={index === 0}
          isBack={index === layers.length - 1}
        />
      ))}
    </ol>
  );
}

function LayerRow(props: { layer: Layer; editor: Editor; isFront: boolean; isBack: boolean }) {
  const { layer, editor } = props;
  const name = nameOf(layer);
  const ids = only(layer.id);
  const isChosen = editor.selection.has(layer.id);
  const choose = (event: MouseEvent) =>
    editor.select(
      event.shiftKey || event.ctrlKey || event.metaKey ? toggled(editor.selection, layer.id) : ids,
    );
  const tool = { variant: "subtle", color: "gray", size: 36 } as const;
  return (
    <li className={css.layer} data-chosen={isChosen || undefined} data-hidden={layer.hidden || undefined}>
      <button type="button" className={css.layerName} aria-pressed={isChosen} onClick={choose}>
        {layer.kind === "text" ? <Type size={16} aria-hidden /> : <Shapes size={16} aria-hidden />}
        <span>{name}</span>
      </button>
      <ActionIcon
        {...tool}
        aria-label={`Move ${name} forward`}
        disabled={props.isFront}
        onClick={() => editor.run(order(ids, "forward"))}
      >
        <ArrowUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        {...tool}
        aria-label={`Move ${name} backward`}
        disabled={props.isBack}
        onClick={() => editor.run(order(ids, "backward"))}
      >
        <ArrowDown size={16} aria-hidden />
      </ActionIcon>
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
    </li>
  );
}
