import type { Art } from "#contract/design-document.ts";
import { canvas } from "../canvas.ts";
import { element } from "./markup.ts";

/** A picture that a document names, as the caller found it. */
export interface Picture {
  href: string;
  width: number;
  height: number;
}

const frame = { x: 0, y: 0, ...canvas };
/** What stands where a picture is gone. */
const noPicture = "#26262b";

const paper = "#ffffff";

/** The ground of a document: a picture or a colour, adjusted, and darkened from one side. */
export function drawArt(art: Art, picture: Picture | null, prefix: string): string {
  const { adjust } = art;
  const filter = artFilter(adjust, `${prefix}-art`);
  const use = filter ? `url(#${prefix}-art)` : undefined;
  const plain = element("rect", {
    ...frame,
    fill: art.kind === "colour" ? art.colour : noPicture,
    filter: use,
  });
  const ground = art.kind !== "colour" && picture ? drawGround(art, picture, use) : plain;
  return filter + ground + drawShade(adjust.shade, `${prefix}-shade`);
}

function drawGround(
  art: Exclude<Art, { kind: "colour" }>,
  picture: Picture,
  filter: string | undefined,
): string {
  const place = { href: picture.href, ...placeOf(art.crop, picture), preserveAspectRatio: "none" };
  if (art.kind === "picture") return element("image", { ...place, filter });
  // A person's own picture may be clear in places, and a thumbnail is not.
  return element("g", { filter }, element("rect", { ...frame, fill: paper }) + element("image", place));
}

/** The whole picture's place when its cropped part fills the frame. What is not 16:9 is cut at its longer sides. */
function placeOf(crop: Art["crop"], picture: Picture) {
  const scale = Math.max(
    canvas.width / (crop.width * picture.width),
    canvas.height / (crop.height * picture.height),
  );
  const [width, height] = [picture.width * scale, picture.height * scale];
  return {
    x: canvas.width / 2 - (crop.x + crop.width / 2) * width,
    y: canvas.height / 2 - (crop.y + crop.height / 2) * height,
    width,
    height,
  };
}

/** Written out as one matrix: renderers differ in how they name and clamp the steps. */
function artFilter({ brightness, contrast, saturation, blur }: Art["adjust"], id: string): string {
  if (brightness === 0 && contrast === 0 && saturation === 0 && blur === 0) return "";
  const gain = (1 + brightness / 100) * (1 + contrast / 100);
  const offset = -0.5 * (contrast / 100);
  const s = 1 + saturation / 100;
  const weights = [0.2126, 0.7152, 0.0722];
  const rows = [0, 1, 2].map((row) => [
    ...weights.map((weight, column) => gain * ((1 - s) * weight + (row === column ? s : 0))),
    0,
    offset,
  ]);
  const values = [...rows, [0, 0, 0, 1, 0]].map((row) => row.map((value) => value.toFixed(4)).join(" "));
  const steps = element("feColorMatrix", { type: "matrix", values: values.join(" ") });
  // Beyond the frame there is nothing, which would shine through at its edges: colours are kept, the ground made whole.
  const soft = blur
    ? element("feGaussianBlur", { stdDeviation: blur }) +
      element("feComponentTransfer", {}, element("feFuncA", { type: "linear", slope: "0", intercept: "1" }))
    : "";
  return element(
    "filter",
    { id, filterUnits: "userSpaceOnUse", ...frame, "color-interpolation-filters": "sRGB" },
    steps + soft,
  );
}

const directions = {
  left: { x1: "0", y1: "0", x2: "1", y2: "0" },
  right: { x1: "1", y1: "0", x2: "0", y2: "0" },
  top: { x1: "0", y1: "0", x2: "0", y2: "1" },
  bottom: { x1: "0", y1: "1", x2: "0", y2: "0" },
};

/** How dark the shade is from its side on: share of the way, share of the amount. */
export const shadeSteps = [
  [0, 1],
  [0.3, 0.85],
  [0.55, 0.4],
  [0.8, 0],
] as const;

function drawShade({ side, amount }: Art["adjust"]["shade"], id: string): string {
  if (side === "none" || amount === 0) return "";
  const stops = shadeSteps.map(([offset, share]) =>
    element("stop", {
      offset: String(offset),
      "stop-color": "#000000",
      "stop-opacity": ((share * amount) / 100).toFixed(3),
    }),
  );
  return (
    element("linearGradient", { id, ...directions[side] }, stops.join("")) +
    element("rect", { ...frame, fill: `url(#${id})` })
  );
}
