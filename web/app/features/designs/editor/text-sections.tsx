import { ActionIcon, Button, NativeSelect, Textarea } from "@mantine/core";
import { AlignCenter, AlignLeft, AlignRight, Maximize } from "lucide-react";
import { useState } from "react";
import type { TextLayer } from "#contract/design-document.ts";
import { faceOf, faces } from "#drawing/fonts/faces.ts";
import { layOutText } from "#drawing/text/lay-out.ts";
import { missingLetters } from "#drawing/text/letters.ts";
import { contrastOf } from "#web/features/designs/editor/colours.ts";
import { change } from "#web/features/designs/editor/commands.ts";
import { ColourField, NumberField, RangeField, Section } from "#web/features/designs/editor/controls.tsx";
import { fitted } from "#web/features/designs/editor/fit-text.ts";
import {
  OutlineFields,
  PlateFields,
  type SetFields,
  ShadowFields,
} from "#web/features/designs/editor/look-fields.tsx";
import css from "#web/features/designs/editor/panels.module.css";
import { PresetList } from "#web/features/designs/editor/preset-list.tsx";
import { rewriteLines, textOf } from "#web/features/designs/editor/rewrite-lines.ts";
import { Sample } from "#web/features/designs/editor/sample.tsx";
import { only } from "#web/features/designs/editor/selection.ts";
import type { Editor } from "#web/features/designs/editor/use-editor.ts";
import { fontOf } from "#web/features/designs/fonts.ts";

const aligns = [
  ["left", AlignLeft],
  ["centre", AlignCenter],
  ["right", AlignRight],
] as const;

/** All that a text can be. */
export function TextSections(props: {
  layer: TextLayer;
  editor: Editor;
  set: SetFields;
  colours: string[];
  fontsVersion: number;
}) {
  const { layer, editor, set, colours } = props;
  const onEnd = editor.settle;
  const text = textOf(layer.lines);
  const missing = missingLetters(text.replaceAll("\n", " "), layer.font, layer.weight, fontOf);
  const isLoading = fontOf(firstFile(layer)) === undefined;
  return (
    <>
      <Section title="Words">
        <Textarea
          size="sm"
          label="Words"
          autosize
          minRows={2}
          maxRows={6}
          value={text}
          onChange={(event) => set({ lines: rewriteLines(layer.lines, event.currentTarget.value) }, "words")}
          onBlur={onEnd}
          description={
            !isLoading && missing.length > 0
              ? `No font here has these: ${missing.slice(0, 8).join(" ")}`
              : undefined
          }
        />
        <div className={css.row}>
          {aligns.map(([align, Icon]) => (
            <ActionIcon
              key={align}
              size={40}
              variant={layer.align === align ? "light" : "default"}
              aria-label={`Align ${align}`}
              aria-pressed={layer.align === align}
              onClick={() => set(aligned(layer, align))}
            >
              <Icon size={18} aria-hidden />
            </ActionIcon>
          ))}
          <Button
            size="sm"
            variant="default"
            leftSection={<Maximize size={16} aria-hidden />}
            onClick={() => editor.run(change(only(layer.id), fitted(layer)))}
          >
            Fit
          </Button>
        </div>
      </Section>
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
        <Contrast layer={layer} editor={editor} />
        <OutlineFields layer={layer} set={set} colours={colours} onEnd={onEnd} />
        <ShadowFields layer={layer} set={set} colours={colours} onEnd={onEnd} />
        <PlateFields layer={layer} set={set} colours={colours} onEnd={onEnd} />
      </Section>
    </>
  );
}

const slug = (family: string) => family.toLowerCase().replaceAll(" ", "-");
const firstFile = ({ font, weight }: TextLayer) => `${slug(font)}-latin-${nearestWeight(font, weight)}`;

function nearestWeight(family: string, wanted: number): number {
  const weights = faceOf(family)?.weights ?? [wanted];
  return weights.reduce((best, each) => (Math.abs(each - wanted) <= Math.abs(best - wanted) ? each : best));
}

/** The text stays where it is seen, whichever of its sides its place is told by. */
function aligned(layer: TextLayer, align: TextLayer["align"]): { align: TextLayer["align"]; x: number } {
  const { box } = layOutText(layer, fontOf);
  const x = align === "left" ? box.x : align === "centre" ? box.x + box.width / 2 : box.x + box.width;
  return { align, x: Math.round(x * 100) / 100 };
}

function Contrast({ layer, editor }: { layer: TextLayer; editor: Editor }) {
  const ratio = contrastOf(layer, editor.document);
  if (ratio === null) return null;
  return (
    <p className={css.contrast} data-low={ratio < 4.5 || undefined}>
      Contrast {ratio.toFixed(1)} : 1{ratio < 4.5 && ", hard to read when small. 4.5 or more is easy."}
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
