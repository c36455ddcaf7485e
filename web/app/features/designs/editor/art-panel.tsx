import { Button, NativeSelect } from "@mantine/core";
import { type Art, untouched } from "#contract/design-document.ts";
import type { ArtPixels } from "#web/features/designs/editor/art-pixels.ts";
import { coloursOf } from "#web/features/designs/editor/colours.ts";
import { adjustArt, changeArt } from "#web/features/designs/editor/commands.ts";
import { ColourField, RangeField, Section } from "#web/features/designs/editor/controls.tsx";
import type { Editor } from "#web/features/designs/editor/use-editor.ts";

type Shade = Art["adjust"]["shade"];

const sides: { value: Shade["side"]; label: string }[] = [
  { value: "none", label: "Nowhere" },
  { value: "left", label: "From the left" },
  { value: "right", label: "From the right" },
  { value: "top", label: "From above" },
  { value: "bottom", label: "From below" },
];

/** The picture below the layers: which part of it is seen, and how. */
export function ArtPanel({ editor, artPixels }: { editor: Editor; artPixels: ArtPixels | null }) {
  const { art } = editor.document;
  const { adjust, crop } = art;
  const { settle } = editor;
  const range = (
    label: string,
    field: "brightness" | "contrast" | "saturation" | "blur",
    min: number,
    max: number,
  ) => (
    <RangeField
      label={label}
      value={adjust[field]}
      min={min}
      max={max}
      onChange={(value) => editor.run(adjustArt({ [field]: value }), `art ${field}`)}
      onEnd={settle}
    />
  );
  const shade = (next: Partial<Shade>) =>
    editor.run(adjustArt({ shade: { ...adjust.shade, ...next } }), "art shade");
  return (
    <>
      {art.kind === "colour" ? (
        <ColourField
          label="Colour of the ground"
          value={art.colour}
          colours={coloursOf(editor.document, artPixels)}
          onChange={(colour) => editor.run(changeArt({ colour } as Partial<Art>), "art colour")}
          onEnd={settle}
        />
      ) : (
        <CropFields editor={editor} crop={crop} />
      )}
      <Section title="Light and colour">
        {range("Brightness", "brightness", -100, 100)}
        {range("Contrast", "contrast", -100, 100)}
        {range("Saturation", "saturation", -100, 100)}
        {range("Blur", "blur", 0, 40)}
      </Section>
      <Section title="Shade">
        <NativeSelect
          size="sm"
          label="Darken"
          value={adjust.shade.side}
          onChange={(event) => {
            const side = sides.find(({ value }) => value === event.currentTarget.value)?.value ?? "none";
            shade({ side, amount: adjust.shade.amount || 60 });
            settle();
          }}
          data={sides}
        />
        {adjust.shade.side !== "none" && (
          <RangeField
            label="How dark"
            unit=" %"
            value={adjust.shade.amount}
            min={0}
            max={100}
            onChange={(amount) => shade({ amount })}
            onEnd={settle}
          />
        )}
      </Section>
      <Button size="sm" variant="default" onClick={() => editor.run(adjustArt(untouched.adjust))}>
        As it was made
      </Button>
    </>
  );
}

const toCrop = (zoom: number, across: number, down: number): Art["crop"] => {
  const part = 1 / zoom;
  return { x: across * (1 - part), y: down * (1 - part), width: part, height: part };
};

function CropFields({ editor, crop }: { editor: Editor; crop: Art["crop"] }) {
  const zoom = 1 / crop.width;
  const share = (start: number, part: number) => (part > 0.999 ? 0.5 : start / (1 - part));
  const [across, down] = [share(crop.x, crop.width), share(crop.y, crop.height)];
  const cut = (next: Art["crop"]) => editor.run(changeArt({ crop: next }), "art crop");
  return (
    <Section title="Part of the picture">
      <RangeField
        label="Zoom"
        unit=" %"
        value={Math.round(zoom * 100)}
        min={100}
        max={400}
        onChange={(value) => cut(toCrop(value / 100, across, down))}
        onEnd={editor.settle}
      />
      {zoom > 1.001 && (
        <>
          <RangeField
            label="To the right"
            unit=" %"
            value={Math.round(across * 100)}
            min={0}
            max={100}
            onChange={(value) => cut(toCrop(zoom, value / 100, down))}
            onEnd={editor.settle}
          />
          <RangeField
            label="Downwards"
            unit=" %"
            value={Math.round(down * 100)}
            min={0}
            max={100}
            onChange={(value) => cut(toCrop(zoom, across, value / 100))}
            onEnd={editor.settle}
          />
        </>
      )}
    </Section>
  );
}
