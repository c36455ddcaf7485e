import type { TextLayer } from "#contract/design-document.ts";
import type { Box, LaidText, Line } from "../text/lay-out.ts";
import { element, escaped, group, px } from "./markup.ts";

/** From back to front: plates, shadow, outline, letters. */
export function drawText(layer: TextLayer, laid: LaidText, id: string): string {
  const { outline, plate, shadow } = layer;
  const line = outline && outline.width > 0 ? outline : undefined;
  return (
    (plate ? drawPlates(laid, plate) : "") +
    (shadow ? drawShadow(layer, laid, shadow, line?.width ?? 0, id) : "") +
    (line ? drawLetters(layer, laid, stroked(line.colour, line.width)) : "") +
    drawLetters(layer, laid, null)
  );
}

/** An outline grows outwards by its width; the inner half of the stroke is under the letter. */
const stroked = (colour: string, width: number) => ({
  fill: colour,
  ...(width > 0
    ? { stroke: colour, "stroke-width": 2 * width, "stroke-linejoin": "round", "stroke-linecap": "round" }
    : {}),
});

/** All letters in one colour, or each in its own. */
function drawLetters(
  layer: TextLayer,
  { lines }: LaidText,
  paint: Record<string, string | number> | null,
): string {
  const content = lines.map((line) => drawLine(line, paint === null)).join("");
  return content ? element("g", { "font-size": layer.size, ...paint }, content) : "";
}

const drawLine = ({ runs, baseline }: Line, isColoured: boolean) =>
  runs
    .map(({ file, text, fill, xs, anchor }) =>
      element(
        "text",
        {
          "font-family": file,
          x: xs.map(px).join(" "),
          y: baseline,
          "text-anchor": anchor === "start" ? undefined : anchor,
          fill: isColoured ? fill : undefined,
        },
        escaped(text),
      ),
    )
    .join("");

type Plate = NonNullable<TextLayer["plate"]>;

/** From a line's capitals to its baseline, or its tails where it has some, and the padding around. */
export function plateOf(
  { x, width, baseline, ink }: Line,
  capHeight: number,
  { padding }: Plate,
): Box | null {
  if (!ink) return null;
  const tail = Math.max(0, ink.y + ink.height - baseline - capHeight * 0.06);
  return {
    x: x - padding,
    y: baseline - capHeight - padding,
    width: width + 2 * padding,
    height: capHeight + tail + 2 * padding,
  };
}

/** As one group: where two lines' plates meet, the ground shines through them once. */
function drawPlates({ lines, capHeight }: LaidText, plate: Plate): string {
  const boxes = lines.flatMap((line) => plateOf(line, capHeight, plate) ?? []);
  const rects = boxes.map((box) =>
    element("rect", { ...box, rx: Math.min(plate.radius, box.width / 2, box.height / 2) || undefined }),
  );
  return group(
    { fill: plate.colour, opacity: plate.opacity < 1 ? plate.opacity : undefined },
    rects.join(""),
  );
}

function drawShadow(
  layer: TextLayer,
  laid: LaidText,
  shadow: NonNullable<TextLayer["shadow"]>,
  grown: number,
  id: string,
): string {
  const letters = drawLetters(layer, laid, stroked(shadow.colour, grown));
  if (!letters) return "";
  const transform = shadow.x || shadow.y ? `translate(${px(shadow.x)} ${px(shadow.y)})` : undefined;
  if (shadow.blur === 0) return group({ transform }, letters);
  // A blur reaches no further than three deviations.
  const room = 1.5 * shadow.blur + grown + layer.size * 0.5;
  const { x, y, width, height } = laid.box;
  const filter = element(
    "filter",
    {
      id,
      filterUnits: "userSpaceOnUse",
      x: x - room,
      y: y - room,
      width: width + 2 * room,
      height: height + 2 * room,
      "color-interpolation-filters": "sRGB",
    },
    element("feGaussianBlur", { stdDeviation: shadow.blur / 2 }),
  );
  return filter + group({ transform }, element("g", { filter: `url(#${id})` }, letters));
}
