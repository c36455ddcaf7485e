import type { Layer, TextLayer } from "#contract/design-document.ts";
import type { LayerChange } from "#web/features/designs/editor/commands.ts";
import { ColourField, RangeField } from "#web/features/designs/editor/controls.tsx";
import { Checkbox } from "#web/ui/elements/choice.tsx";

/** Changes the chosen layers; what is done to one field without a pause is one step. */
export type SetFields = (to: LayerChange, field?: string) => void;

interface Look<L extends Layer> {
  layer: L;
  set: SetFields;
  colours: string[];
  onEnd: () => void;
}

export function OutlineFields({ layer, set, colours, onEnd }: Look<Layer>) {
  const { outline } = layer;
  return (
    <>
      <Checkbox
        label="Outline"
        checked={outline !== undefined}
        onChange={(event) =>
          set({ outline: event.currentTarget.checked ? { colour: "#000000", width: 8 } : undefined })
        }
      />
      {outline && (
        <>
          <RangeField
            label="Width of the outline"
            value={outline.width}
            min={0}
            max={40}
            onChange={(width) => set({ outline: { ...outline, width } }, "outline")}
            onEnd={onEnd}
          />
          <ColourField
            label="Colour of the outline"
            value={outline.colour}
            colours={colours}
            onChange={(colour) => set({ outline: { ...outline, colour } }, "outline")}
            onEnd={onEnd}
          />
        </>
      )}
    </>
  );
}

export function ShadowFields({ layer, set, colours, onEnd }: Look<TextLayer>) {
  const { shadow } = layer;
  const range = (label: string, field: "x" | "y" | "blur", min: number, max: number) =>
    shadow && (
      <RangeField
        label={label}
        value={shadow[field]}
        min={min}
        max={max}
        onChange={(value) => set({ shadow: { ...shadow, [field]: value } }, `shadow ${field}`)}
        onEnd={onEnd}
      />
    );
  return (
    <>
      <Checkbox
        label="Shadow"
        checked={shadow !== undefined}
        onChange={(event) =>
          set({
            shadow: event.currentTarget.checked ? { colour: "#000000", x: 0, y: 6, blur: 12 } : undefined,
          })
        }
      />
      {shadow && (
        <>
          {range("Shadow to the right", "x", -60, 60)}
          {range("Shadow downwards", "y", -60, 60)}
          {range("Softness of the shadow", "blur", 0, 60)}
          <ColourField
            label="Colour of the shadow"
            value={shadow.colour}
            colours={colours}
            onChange={(colour) => set({ shadow: { ...shadow, colour } }, "shadow")}
            onEnd={onEnd}
          />
        </>
      )}
    </>
  );
}

export function PlateFields({ layer, set, colours, onEnd }: Look<TextLayer>) {
  const { plate } = layer;
  return (
    <>
      <Checkbox
        label="Plate behind the lines"
        checked={plate !== undefined}
        onChange={(event) =>
          set({
            plate: event.currentTarget.checked
              ? { colour: "#101014", padding: 18, radius: 8, opacity: 1 }
              : undefined,
          })
        }
      />
      {plate && (
        <>
          <ColourField
            label="Colour of the plate"
            value={plate.colour}
            colours={colours}
            onChange={(colour) => set({ plate: { ...plate, colour } }, "plate")}
            onEnd={onEnd}
          />
          <RangeField
            label="Padding of the plate"
            value={plate.padding}
            min={0}
            max={80}
            onChange={(padding) => set({ plate: { ...plate, padding } }, "plate padding")}
            onEnd={onEnd}
          />
          <RangeField
            label="Round corners"
            value={plate.radius}
            min={0}
            max={80}
            onChange={(radius) => set({ plate: { ...plate, radius } }, "plate radius")}
            onEnd={onEnd}
          />
          <RangeField
            label="Opacity of the plate"
            unit=" %"
            value={Math.round(plate.opacity * 100)}
            min={0}
            max={100}
            onChange={(value) => set({ plate: { ...plate, opacity: value / 100 } }, "plate opacity")}
            onEnd={onEnd}
          />
        </>
      )}
    </>
  );
}
