import { NativeSelect } from "@mantine/core";
import { useState } from "react";
import type { TextLayer } from "#contract/design-document.ts";
import { textContrast } from "#drawing/check/contrast.ts";
import { leastContrast } from "#drawing/check/limits.ts";
import type { Pixels } from "#drawing/check/pixels.ts";
import { faceOf, faces } from "#drawing/fonts/faces.ts";
import { ColourField, NumberField, RangeField, Section } from "#web/features/designs/editor/controls.tsx";
import {
  OutlineFields,
  PlateFields,
  type SetFields,
  ShadowFields,
} from "#web/features/designs/editor/look-fields.tsx";
import css from "#web/features/designs/editor/panels.module.css";
import { PresetList } from "#web/features/designs/editor/preset-list.tsx";
import { Sample } from "#web/features/designs/editor/sample.tsx";
import type { Editor } from "#web/features/designs/editor/use-editor.ts";
import { WordsSection } from "#web/features/designs/editor/words-section.tsx";
import { fontOf } from "#web/ui/drawn/fonts.ts";

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
          font={layer.font}
          onChoose={(font) => set({ font, weight: nearestWeight(font, layer.weight) })}
        />
        <div className={css.pair}>
          <NumberField
            label="Size"
            value={layer.size}
            min={8}
            max={400}
            onChange={(size) => set({ size }, "size")}
            onEnd={onEnd}
          />
          <NativeSelect
            size="sm"
            label="Weight"
            value={String(nearestWeight(layer.font, layer.weight))}
            onChange={(event) => set({ weight: Number(event.currentTarget.value) })}
            data={(faceOf(layer.font)?.weights ?? [layer.weight]).map(String)}
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

function nearestWeight(family: string, wanted: number): number {
  const weights = faceOf(family)?.weights ?? [wanted];
  return weights.reduce((best, each) => (Math.abs(each - wanted) <= Math.abs(best - wanted) ? each : best));
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

/** Each font in its own face; the faces come when the list is opened. */
function FontList({ font, onChoose }: { font: string; onChoose: (font: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={css.fonts} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span className="visually-hidden">Font: </span>
        {font}
      </summary>
      {isOpen && (
        <div className={css.fontList}>
          {faces.map(({ family, weights }) => (
            <button
              key={family}
              type="button"
              className={css.font}
              aria-pressed={family === font}
              onClick={() => onChoose(family)}
            >
              <span className="visually-hidden">{family}</span>
              <Sample
                text={family}
                look={{ font: family, weight: Math.max(...weights.filter((w) => w <= 700)) }}
              />
            </button>
          ))}
        </div>
      )}
    </details>
  );
}
