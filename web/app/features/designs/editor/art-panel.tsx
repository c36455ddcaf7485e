import type { Art } from "#contract/design-document.ts";
import { untouched } from "#contract/design-parts.ts";
import { canvas } from "#drawing/canvas.ts";
import type { Pixels } from "#drawing/check/pixels.ts";
import type { Sources } from "#drawing/draw-document.ts";
import { type ArtSource, ChangeArt } from "#web/features/designs/editor/change-art.tsx";
import { useColours } from "#web/features/designs/editor/colours.ts";
import { adjustArt, changeArt, layOnReference } from "#web/features/designs/editor/commands.ts";
import { ColourField, RangeField, Section } from "#web/features/designs/editor/controls.tsx";
import { OwnPictures } from "#web/features/designs/editor/own-pictures.tsx";
import type { Editor } from "#web/features/designs/editor/use-editor.ts";
import { Button } from "#web/ui/elements/button.tsx";
import { NativeSelect } from "#web/ui/elements/inputs.tsx";

type Shade = Art["adjust"]["shade"];

const sides: { value: Shade["side"]; label: string }[] = [
  { value: "none", label: "Nowhere" },
  { value: "left", label: "From the left" },
  { value: "right", label: "From the right" },
  { value: "top", label: "From above" },
  { value: "bottom", label: "From below" },
];

/** The picture below the layers: which part of it is seen, and how. */
export function ArtPanel(props: {
  editor: Editor;
  picture: Sources["picture"];
  ground: Pixels | null;
  source: ArtSource;
}) {
  const { editor, ground, source } = props;
  const { art } = editor.document;
  const { adjust, crop } = art;
  const picture = art.kind === "colour" ? null : props.picture(art);
  const { settle } = editor;
  const colours = useColours(editor.document, ground);
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
          colours={colours}
          onChange={(colour) => editor.run(changeArt({ colour } as Partial<Art>), "art colour")}
          onEnd={settle}
        />
      ) : (
        <CropFields editor={editor} crop={crop} sides={picture ? picture.width / picture.height : shape} />
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
      <Section title="Another picture" open={false}>
        <OwnPictures action="Lay all on" onChoose={({ id }) => editor.run(layOnReference(id))} />
      </Section>
      {art.kind !== "colour" && <ChangeArt {...source} />}
    </>
  );
}

const shape = canvas.width / canvas.height;

/** How much of a picture of these sides can be seen at most. */
const mostOf = (sides: number) => ({ width: Math.min(1, shape / sides), height: Math.min(1, sides / shape) });

/** The part that is seen at a zoom, so far across and down as its room allows. */
function toCrop(sides: number, zoom: number, across: number, down: number): Art["crop"] {
  const most = mostOf(sides);
  const [width, height] = [most.width / zoom, most.height / zoom];
  return { x: across * (1 - width), y: down * (1 - height), width, height };
}

/** Where nothing is left to move, the middle. */
const shareOf = (start: number, part: number) => (part > 0.999 ? 0.5 : start / (1 - part));

function CropFields({ editor, crop, sides }: { editor: Editor; crop: Art["crop"]; sides: number }) {
  const most = mostOf(sides);
  const zoom = Math.max(1, Math.min(most.width / crop.width, most.height / crop.height));
  const [across, down] = [shareOf(crop.x, crop.width), shareOf(crop.y, crop.height)];
  const cut = (next: { zoom?: number; across?: number; down?: number }) => {
    const to = { zoom, across, down, ...next };
    editor.run(changeArt({ crop: toCrop(sides, to.zoom, to.across, to.down) }), "art crop");
  };
  const place = (label: string, value: number, field: "across" | "down") => (
    <RangeField
      label={label}
      unit=" %"
      value={Math.round(value * 100)}
      min={0}
      max={100}
      onChange={(next) => cut({ [field]: next / 100 })}
      onEnd={editor.settle}
    />
  );
  return (
    <Section title="Part of the picture">
      <RangeField
        label="Zoom"
        unit=" %"
        value={Math.round(zoom * 100)}
        min={100}
        max={400}
        onChange={(value) => cut({ zoom: value / 100 })}
        onEnd={editor.settle}
      />
      {most.width / zoom < 0.999 && place("To the right", across, "across")}
      {most.height / zoom < 0.999 && place("Downwards", down, "down")}
    </Section>
  );
}
