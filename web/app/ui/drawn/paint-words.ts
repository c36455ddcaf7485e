import type { Layer } from "#contract/design-document.ts";
import { canvas } from "#drawing/canvas.ts";
import { seenTexts } from "#drawing/check/letters.ts";
import { plateOf } from "#drawing/svg/text.ts";
import { layOutText } from "#drawing/text/lay-out.ts";
import type { Fonts } from "#drawing/text/letters.ts";

/**
 * Words on pixels, near enough to tell two pictures apart: a drawing that is an image has no fonts of the page, a canvas
 * has. Shadows are left out.
 */
export function paintWords(context: CanvasRenderingContext2D, layers: readonly Layer[], fonts: Fonts): void {
  const scale = context.canvas.width / canvas.width;
  for (const layer of seenTexts({ layers: [...layers] })) {
    const laid = layOutText(layer, fonts);
    const { x, y, width, height } = laid.box;
    context.save();
    context.scale(scale, scale);
    context.translate(x + width / 2, y + height / 2);
    context.rotate((layer.rotation * Math.PI) / 180);
    context.translate(-x - width / 2, -y - height / 2);
    const { plate, outline, opacity } = layer;
    if (plate) {
      context.globalAlpha = opacity * plate.opacity;
      context.fillStyle = plate.colour;
      for (const line of laid.lines) {
        const box = plateOf(line, laid.capHeight, plate);
        if (box) context.fillRect(box.x, box.y, box.width, box.height);
      }
    }
    context.globalAlpha = opacity;
    context.lineJoin = "round";
    for (const { runs, baseline } of laid.lines)
      for (const { file, text, fill, xs } of runs) {
        context.font = `${layer.size}px "${file}"`;
        const letters = xs.length > 1 ? [...text] : [text];
        if (outline) {
          context.strokeStyle = outline.colour;
          context.lineWidth = 2 * outline.width;
          for (const [at, letter] of letters.entries()) context.strokeText(letter, xs[at]!, baseline);
        }
        context.fillStyle = fill;
        for (const [at, letter] of letters.entries()) context.fillText(letter, xs[at]!, baseline);
      }
    context.restore();
  }
}
