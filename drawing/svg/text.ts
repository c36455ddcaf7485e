import type { TextLayer } from "#contract/design-document.ts";
import { canvas } from "../canvas.ts";
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
    .map(({ file, text, fill, xs }) =>
      element(
        "text",
        {
          "font-family": file,
          x: xs.map(px).join(" "),
          y: baseline,
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
  const reach = 1.5 * shadow.blur;
  const cast = grownBy(laid.box, reach + grown + layer.size * 0.5);
  const seen = grownBy(canvasSeenFrom(laid.box, layer.rotation), reach + 2);
  const region = common(cast, { ...seen, x: seen.x - shadow.x, y: seen.y - shadow.y });
  if (!region) return "";
  const filter = element(
    "filter",
    { id, filterUnits: "userSpaceOnUse", ...region, "color-interpolation-filters": "sRGB" },
    element("feGaussianBlur", { stdDeviation: shadow.blur / 2 }),
  );
  return filter + group({ transform }, element("g", { filter: `url(#${id})` }, letters));
}

const grownBy = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

/**
 * What a filter has to work on at most: the canvas as it lies in the layer, which is turned about its middle. What is cast
 * by a large text beyond the canvas would take seconds and hundreds of megabytes.
 */
function canvasSeenFrom(box: Box, rotation: number): Box {
  const angle = (-rotation * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const center = { x: canvas.width / 2 - middle.x, y: canvas.height / 2 - middle.y };
  const width = Math.abs(canvas.width * cos) + Math.abs(canvas.height * sin);
  const height = Math.abs(canvas.width * sin) + Math.abs(canvas.height * cos);
  return {
    x: middle.x + center.x * cos - center.y * sin - width / 2,
    y: middle.y + center.x * sin + center.y * cos - height / 2,
    width,
    height,
  };
}

/** What two boxes have in common; null for nothing. */
function common(a: Box, b: Box): Box | null {
  const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)];
  const width = Math.min(a.x + a.width, b.x + b.width) - x;
  const height = Math.min(a.y + a.height, b.y + b.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}
