import { getBrand } from "#contract/brand.ts";
import { leastTextSize, mostTextSize, type TextLayer } from "#contract/design-document.ts";
import { textContrast } from "#drawing/check/contrast.ts";
import { leastContrast } from "#drawing/check/limits.ts";
import type { Pixels } from "#drawing/check/pixels.ts";
import { faceOf, nearestWeight } from "#drawing/fonts/faces.ts";
import { useCall } from "#web/api/query.tsx";
import { ColourField, NumberField, RangeField, Section } from "#web/features/designs/editor/controls.tsx";
import {
  OutlineFields,
  PlateFields,
  type SetFields,
  ShadowFields,
} from "#web/features/designs/editor/look-fields.tsx";
import css from "#web/features/designs/editor/panels.module.css";
import type { Editor } from "#web/features/designs/editor/use-editor.ts";
import { WordsSection } from "#web/features/designs/editor/words-section.tsx";
import { FontList } from "#web/ui/drawn/font-list.tsx";
import { fontOf } from "#web/ui/drawn/fonts.ts";
import { PresetList } from "#web/ui/drawn/preset-list.tsx";
import { NativeSelect } from "#web/ui/elements/inputs.tsx";

/** All that a text can be. */
export function TextSections(props: {
  layer: TextLayer;
  editor: Editor;
  set: SetFields;
  colours: string[];
  ground: Pixels | null;
  fontsVersion: number;
}) {
  const { layer, editor, set, colours } = props;
  const onEnd = editor.settle;
  const brand = useCall(getBrand, {}).data;
  const own = faceOf(layer.font) ?? { weights: [layer.weight] };
  return (
    <>
      <WordsSection layer={layer} editor={editor} set={set} colours={colours} />
      <Section title="Style">
        <PresetList
          onChoose={({ look }) => set({ outline: undefined, shadow: undefined, plate: undefined, ...look })}
        />
      </Section>
      <Section title="Font">
        <FontList
          label={
            <>
              <span className="visually-hidden">Font: </span>
              {layer.font}
            </>
          }
          chosen={[layer.font]}
          first={brand?.fonts ?? []}
          onChoose={(font) => set({ font, weight: nearestWeight(faceOf(font) ?? own, layer.weight) })}
        />
        <div className={css.pair}>
          <NumberField
            label="Size"
            value={layer.size}
            min={leastTextSize}
            max={mostTextSize}
            onChange={(size) => set({ size }, "size")}
            onEnd={onEnd}
          />
          <NativeSelect
            size="sm"
            label="Weight"
            value={String(nearestWeight(own, layer.weight))}
            onChange={(event) => set({ weight: Number(event.currentTarget.value) })}
            data={own.weights.map(String)}
          />
        </div>
        <RangeField
          label="Letter spacing"
          unit=" %"
          value={Math.round(layer.letterSpacing * 100)}
          min={-20}
          max={100}
          onChange={(value) => set({ letterSpacing: value / 100 }, "spacing")}
          onEnd={onEnd}
        />
        <RangeField
          label="Line height"
          value={layer.lineHeight}
          min={0.6}
          max={2}
          step={0.05}
          onChange={(lineHeight) => set({ lineHeight }, "line height")}
          onEnd={onEnd}
        />
      </Section>
      <Section title="Look">
        <ColourField
          label="Colour"
          value={layer.fill}
          colours={colours}
          onChange={(fill) => set({ fill }, "fill")}
          onEnd={onEnd}
        />
        <Contrast layer={layer} ground={props.ground} />
        <OutlineFields layer={layer} set={set} colours={colours} onEnd={onEnd} />
        <ShadowFields layer={layer} set={set} colours={colours} onEnd={onEnd} />
        <PlateFields layer={layer} set={set} colours={colours} onEnd={onEnd} />
      </Section>
    </>
  );
}

function Contrast({ layer, ground }: { layer: TextLayer; ground: Pixels | null }) {
  const ratio = textContrast(layer, ground, fontOf);
  if (ratio === null) return null;
  return (
    <p className={css.contrast} data-low={ratio < leastContrast || undefined}>
      Contrast {ratio.toFixed(1)} : 1
      {ratio < leastContrast && ", hard to read when small. 4.5 or more is easy."}
    </p>
  );
}
