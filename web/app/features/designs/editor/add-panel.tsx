import { Stamp, Type } from "lucide-react";
import { getBrand } from "#contract/brand.ts";
import type { Layer, ShapeLayer } from "#contract/design-document.ts";
import { shapes } from "#contract/design-parts.ts";
import { listReferences } from "#contract/references.ts";
import { drawLayer } from "#drawing/draw-document.ts";
import { brandLook } from "#drawing/text-presets.ts";
import { useCall } from "#web/api/query.tsx";
import { add, roomFor, tooManyLayers } from "#web/features/designs/editor/commands.ts";
import { Section } from "#web/features/designs/editor/controls.tsx";
import { shapeNames } from "#web/features/designs/editor/layer-names.ts";
import { pictureWith, shapeWith, textWith } from "#web/features/designs/editor/new-layers.ts";
import { OwnPictures } from "#web/features/designs/editor/own-pictures.tsx";
import { only } from "#web/features/designs/editor/selection.ts";
import { newLayerId } from "#web/features/designs/editor/use-canvas-keys.ts";
import type { Editor } from "#web/features/designs/editor/use-editor.ts";
import looks from "#web/ui/drawn/looks.module.css";
import { PresetList } from "#web/ui/drawn/preset-list.tsx";
import { Button } from "#web/ui/elements/button.tsx";

const noBrand = { fonts: [], textPreset: null, logoReferenceId: null };

/** What can be laid on the picture. A new text is typed at once. */
export function AddPanel({ editor, onAdded }: { editor: Editor; onAdded: (layer: Layer) => void }) {
  const brand = useCall(getBrand, {}).data ?? noBrand;
  const pictures = useCall(listReferences, {}).data;
  const logo = pictures?.find(({ id }) => id === brand.logoReferenceId);

  function put(layer: Layer): void {
    if (roomFor(editor.document) < 1) return void editor.refuse(tooManyLayers);
    editor.run(add(layer));
    editor.select(only(layer.id));
    onAdded(layer);
  }
  return (
    <>
      <Button
        fullWidth
        leftSection={<Type size={18} aria-hidden />}
        onClick={() => put(textWith(newLayerId(), brandLook(brand)))}
      >
        Add text
      </Button>
      <Section title="Text in a style">
        <PresetList onChoose={(preset) => put(textWith(newLayerId(), preset.look))} />
      </Section>
      {logo && (
        <Button
          fullWidth
          variant="default"
          leftSection={<Stamp size={18} aria-hidden />}
          onClick={() => put(pictureWith(newLayerId(), { kind: "logo", id: logo.id }, logo))}
        >
          Add your logo
        </Button>
      )}
      <Section title="Your pictures">
        <OwnPictures
          action="Add"
          onChoose={(reference) =>
            put(pictureWith(newLayerId(), { kind: "reference", id: reference.id }, reference))
          }
        />
      </Section>
      <Section title="Shapes">
        <div className={looks.presets}>
          {shapes.map((shape) => (
            <button
              key={shape}
              type="button"
              className={looks.preset}
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
