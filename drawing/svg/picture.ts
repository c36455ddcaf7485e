import type { PictureLayer } from "#contract/design-document.ts";
import type { Picture } from "./art.ts";
import { element, px } from "./markup.ts";

/** A picture that fills its box, cut where its sides differ, with round corners and a border around it. */
export function drawPicture(layer: PictureLayer, picture: Picture | null, id: string): string {
  if (!picture) return "";
  const { x, y, width, height, outline, flip } = layer;
  const radius = Math.min(layer.radius, width / 2, height / 2);
  const box = { x, y, width, height };
  const border =
    outline && outline.width > 0
      ? element("rect", {
          x: x - outline.width,
          y: y - outline.width,
          width: width + 2 * outline.width,
          height: height + 2 * outline.width,
          rx: radius > 0 ? radius + outline.width : undefined,
          fill: outline.colour,
        })
      : "";
  const scale = Math.max(width / picture.width, height / picture.height);
  const [wide, tall] = [picture.width * scale, picture.height * scale];
  const isCut = radius > 0 || wide > width + 0.01 || tall > height + 0.01;
  const image = element("image", {
    href: picture.href,
    x: x + (width - wide) / 2,
    y: y + (height - tall) / 2,
    width: wide,
    height: tall,
    preserveAspectRatio: "none",
    transform: flip ? `translate(${px(2 * x + width)} 0) scale(-1 1)` : undefined,
  });
  if (!isCut) return border + image;
  const clip = element("clipPath", { id }, element("rect", { ...box, rx: radius || undefined }));
  return clip + border + element("g", { "clip-path": `url(#${id})` }, image);
}
