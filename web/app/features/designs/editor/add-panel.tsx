import { Button } from "@mantine/core";
import { Type } from "lucide-react";
import { type Layer, type ShapeLayer, shapes } from "#contract/design-document.ts";
import { drawLayer } from "#drawing/draw-document.ts";
import { textPresets } from "#drawing/text-presets.ts";
import { add, roomFor, tooManyLayers } from "#web/features/designs/editor/commands.ts";
import { Section } from "#web/features/designs/editor/controls.tsx";
import { shapeNames } from "#web/features/designs/editor/layer-names.ts";
import { pictureWith, shapeWith, textWith } from "#web/features/designs/editor/new-layers.ts";
import { OwnPictures } from "#web/features/designs/editor/own-pictures.tsx";
import css from "#web/features/designs/editor/panels.module.css";
import { PresetList } from "#web/features/designs/editor/preset-list.tsx";
import { only } from "#web/features/designs/editor/selection.ts";
import { newLayerId } from "#web/features/designs/editor/use-canvas-keys.ts";
import type { Editor } from "#web/features/designs/editor/use-editor.ts";
import { toasts } from "#web/ui/toasts.tsx";

/** What can be laid on the picture. A new text is typed at once. */
export function AddPanel({ editor, onAdded }: { editor: Editor; onAdded: (layer: Layer) => void }) {
  function put(layer: Layer): void {
    if (roomFor(editor.document) < 1) return void toasts.error(tooManyLayers);
    editor.run(add(layer));
    editor.select(only(layer.id));
    onAdded(layer);
  }
  return (
    <>
      <Button
        fullWidth
        leftSection={<Type size={18} aria-hidden />}
        onClick={() => put(textWith(newLayerId(), textPresets[0]!))}
      >
        Add text
      </Button>
      <Section title="Text in a style">
        <PresetList onChoose={(preset) => put(textWith(newLayerId(), preset))} />
      </Section>
      <Section title="Your pictures">
        <OwnPictures
          action="Add"
          onChoose={(reference) =>
            put(pictureWith(newLayerId(), { kind: "reference", id: reference.id }, reference))
          }
        />
      </Section>
      <Section title="Shapes">
        <div className={css.presets}>
          {shapes.map((shape) => (
            <button
              key={shape}
              type="button"
              className={css.preset}
              title={shapeNames[shape]}
              onClick={() => put(shapeWith(newLayerId(), shape))}
            >
              <span className="visually-hidden">Add {shapeNames[shape].toLowerCase()}</span>
              <ShapeSample shape={shape} />
            </button>
          ))}
        </div>
      </Section>
    </>
  );
}

function ShapeSample({ shape }: { shape: ShapeLayer["shape"] }) {
  const layer = { ...shapeWith("sample", shape), x: 0, y: 0 };
  const markup = drawLayer(layer, { fonts: () => undefined, picture: () => null }, "sample");
  return (
    <svg
      viewBox={`0 0 ${layer.width} ${layer.height}`}
      aria-hidden
      // biome-ignore lint/security/noDangerouslySetInnerHtml: markup of the shop's own drawing.
      dangerouslySetInnerHTML={{ __html: markup }}
    />
  );
}
