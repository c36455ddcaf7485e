import { filled, rays } from "../backdrops.ts";
import { circle } from "../shapes.ts";
import { fullFrame, type Layout, placeMotif } from "../stage.ts";
import { setText } from "../text-block.ts";

/** The picture of a title that no face can write (emoji alone, or a script without letters here). */
export const emblem: Layout = ({ palette: p, paints, motif }) => {
  const body = [
    fullFrame(
      paints.radial(640, 360, 820, [
        [0, p.main],
        [0.6, p.dusk],
        [1, p.night],
      ]),
    ),
    rays(640, 360, 20, p.light, 0.1),
    filled(circle(640, 360, 318), p.accent),
    filled(circle(640, 360, 290), p.mist),
    placeMotif(motif(), {
      x: 640,
      y: 360,
      size: 460,
      borders: [[p.paper, 12]],
      shadow: { colour: p.ink, dx: 0, dy: 16, grow: 12, opacity: 0.3 },
    }),
  ];
  const text = setText({
    text: "",
    face: "outfit",
    box: { x: 0, y: 0, width: 0, height: 0 },
    maxSize: 1,
    maxLines: 1,
  });
  return { body: body.join(""), text };
};
