import { Copy, Trash2 } from "lucide-react";
import { canvasHeight, canvasWidth, type Layer } from "#contract/design-document.ts";
import { withoutControls } from "#contract/plain-text.ts";
import type { Pixels } from "#drawing/check/pixels.ts";
import { useColours } from "#web/features/designs/editor/colours.ts";
import { change, remove } from "#web/features/designs/editor/commands.ts";
import { NumberField, RangeField, Section } from "#web/features/designs/editor/controls.tsx";
import { normalTurn } from "#web/features/designs/editor/geometry.ts";
import { nameOf } from "#web/features/designs/editor/layer-names.ts";
import type { SetFields } from "#web/features/designs/editor/look-fields.tsx";
import { PictureSections, ShapeSections } from "#web/features/designs/editor/object-sections.tsx";
import css from "#web/features/designs/editor/panels.module.css";
import { TextSections } from "#web/features/designs/editor/text-sections.tsx";
import { addCopies } from "#web/features/designs/editor/use-canvas-keys.ts";
import type { Editor } from "#web/features/designs/editor/use-editor.ts";
import { Button } from "#web/ui/elements/button.tsx";
import { TextInput } from "#web/ui/elements/inputs.tsx";

/** What the chosen layer is, to be changed. */
export function LayerPanel(props: { editor: Editor; ground: Pixels | null; fontsVersion: number }) {
  const { editor, ground, fontsVersion } = props;
  const { chosen, selection, document, settle } = editor;
  const colours = useColours(document, ground);
  const [layer] = chosen;
  if (!layer)
    return (
      <p className={css.note}>
        Choose something on the picture to change it, or add a text, a picture or a shape.
      </p>
    );
  const set: SetFields = (to, field) =>
    editor.run(change(selection, to), field && `${field} ${[...selection].join(" ")}`);
  const isOne = chosen.length === 1;
  return (
    <>
      <h3 className={css.chosen}>{isOne ? nameOf(layer) : `${chosen.length} layers`}</h3>
      <div className={css.actions}>
        <Button
          size="sm"
          variant="default"
          leftSection={<Copy size={16} aria-hidden />}
          onClick={() => addCopies(editor, chosen)}
        >
          Duplicate
        </Button>
        <Button
          size="sm"
          variant="subtle"
          color="red"
          leftSection={<Trash2 size={16} aria-hidden />}
          onClick={() => editor.run(remove(selection))}
        >
          Delete
        </Button>
      </div>
      {isOne && layer.kind === "text" && (
        <TextSections
          key={layer.id}
          layer={layer}
          editor={editor}
          set={set}
          colours={colours}
          ground={ground}
          fontsVersion={fontsVersion}
        />
      )}
      {isOne && layer.kind === "picture" && (
        <PictureSections key={layer.id} layer={layer} set={set} colours={colours} onEnd={settle} />
      )}
      {isOne && layer.kind === "shape" && (
        <ShapeSections key={layer.id} layer={layer} set={set} colours={colours} onEnd={settle} />
      )}
      <Section title="Place" open={!isOne || layer.kind !== "text"}>
        {isOne && <PlaceFields key={layer.id} layer={layer} editor={editor} set={set} />}
        <RangeField
          label="Opacity"
          unit=" %"
          value={Math.round(layer.opacity * 100)}
          min={0}
          max={100}
          onChange={(value) => set({ opacity: value / 100 }, "opacity")}
          onEnd={settle}
        />
        {isOne && (
          <TextInput
            size="sm"
            label="Name of the layer"
            value={layer.name ?? ""}
            maxLength={100}
            placeholder={nameOf(layer)}
            onChange={(event) => {
              const name = withoutControls(event.currentTarget.value);
              set({ name: name.trim() === "" ? undefined : name }, "name");
            }}
            onBlur={settle}
          />
        )}
      </Section>
    </>
  );
}

function PlaceFields({ layer, editor, set }: { layer: Layer; editor: Editor; set: SetFields }) {
  const place = (
    label: string,
    value: number,
    field: "x" | "y" | "width" | "height",
    min: number,
    max: number,
  ) => (
    <NumberField
      label={label}
      value={value}
      min={min}
      max={max}
      onChange={(next) => set({ [field]: next }, field)}
      onEnd={editor.settle}
    />
  );
  return (
    <div className={css.pair}>
      {place("X", layer.x, "x", -canvasWidth, 2 * canvasWidth)}
      {place("Y", layer.y, "y", -canvasHeight, 2 * canvasHeight)}
      {layer.kind !== "text" && place("Width", layer.width, "width", 1, 3 * canvasWidth)}
      {layer.kind !== "text" && place("Height", layer.height, "height", 1, 3 * canvasHeight)}
      <NumberField
        label="Turn, in °"
        value={layer.rotation}
        min={-180}
        max={180}
        onChange={(value) => set({ rotation: normalTurn(value) }, "turn")}
        onEnd={editor.settle}
      />
    </div>
  );
}
