import type { PictureLayer, ShapeLayer } from "#contract/design-document.ts";
import { ColourField, RangeField, Section } from "#web/features/designs/editor/controls.tsx";
import { OutlineFields, type SetFields } from "#web/features/designs/editor/look-fields.tsx";
import { Checkbox } from "#web/ui/elements/choice.tsx";

/** All that a picture on the picture can be. */
export function PictureSections(props: {
  layer: PictureLayer;
  set: SetFields;
  colours: string[];
  onEnd: () => void;
}) {
  const { layer, set, colours, onEnd } = props;
  const { flip, radius, width, height } = layer;
  const roundest = Math.max(1, Math.round(Math.min(width, height) / 2));
  return (
    <Section title="Look">
      <Checkbox
        label="Mirror it"
        checked={flip}
        onChange={(event) => set({ flip: event.currentTarget.checked })}
      />
      <RangeField
        label="Round corners"
        value={Math.min(radius, roundest)}
        min={0}
        max={roundest}
        onChange={(next) => set({ radius: next }, "radius")}
        onEnd={onEnd}
      />
      <OutlineFields layer={layer} set={set} colours={colours} onEnd={onEnd} />
    </Section>
  );
}

/** All that a shape can be. */
export function ShapeSections(props: {
  layer: ShapeLayer;
  set: SetFields;
  colours: string[];
  onEnd: () => void;
}) {
  const { layer, set, colours, onEnd } = props;
  return (
    <Section title="Look">
      <ColourField
        label="Colour"
        value={layer.fill}
        colours={colours}
        onChange={(fill) => set({ fill }, "fill")}
        onEnd={onEnd}
      />
      <OutlineFields layer={layer} set={set} colours={colours} onEnd={onEnd} />
    </Section>
  );
}
