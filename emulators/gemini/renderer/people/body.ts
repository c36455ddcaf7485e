import type { Paints } from "../paints.ts";
import { darker } from "./face.ts";
import { mixUp } from "./hair.ts";
import type { Look } from "./look.ts";
import { rimLight } from "./outline.ts";

/** Shoulders wide, from the neck's foot down past the frame. */
const shoulders = {
  he: "M-58,150C-110,176 -196,180 -232,226C-262,270 -276,420 -280,640H280C276,420 262,270 232,226C196,180 110,176 58,150Q0,196 -58,150Z",
  she: "M-50,152C-96,178 -164,184 -196,226C-222,268 -232,420 -236,640H236C232,420 222,268 196,226C164,184 96,178 50,152Q0,194 -50,152Z",
};

export const torsoOutline = ({ she }: Look) => shoulders[she ? "she" : "he"];
export const neckOutline = ({ she }: Look) =>
  she
    ? "M-38,60L-42,140Q-60,166 -90,176Q0,236 90,176Q60,166 42,140L38,60Z"
    : "M-50,60L-54,140Q-72,166 -104,178Q0,240 104,178Q72,166 54,140L50,60Z";

export function drawNeck(paints: Paints, look: Look, lit: -1 | 1): string {
  const { skin } = look;
  const tone = paints.linear(lit > 0 ? 0 : 180, [
    [0, skin.dark],
    [0.7, skin.base],
    [1, skin.base],
  ]);
  const cast = paints.linear(90, [
    [0, skin.deep, 0.95],
    [0.45, skin.deep, 0.75],
    [0.75, skin.deep, 0],
  ]);
  return (
    `<path d="${neckOutline(look)}" fill="${tone}"/>` +
    `<path d="${neckOutline(look)}" fill="${cast}"/>` +
    `<path d="M-70,182Q-30,196 -12,190M70,182Q30,196 12,190" fill="none" stroke="${skin.dark}" stroke-width="5" opacity=".6"/>`
  );
}

const fold = (d: string, colour: string, opacity = 0.35) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="9" stroke-linecap="round" opacity="${opacity}"/>`;
const piece = (d: string, colour: string) => `<path d="${d}" fill="${colour}"/>`;

/** What is worn, over the neck; `colour` is the garment's. */
export function drawTorso(paints: Paints, look: Look, colour: string, lit: -1 | 1, rim: string): string {
  const outline = torsoOutline(look);
  const cloth = paints.linear(lit > 0 ? 195 : -15, [
    [0, mixUp(colour, 0.22)],
    [0.45, colour],
    [1, darker(colour, 0.4)],
  ]);
  const dark = darker(colour, 0.45);
  const pale = mixUp(colour, 0.35);
  const bare = paints.linear(lit > 0 ? 180 : 0, [
    [0, look.skin.base],
    [1, look.skin.dark],
  ]);
  const body = piece(outline, cloth);
  const folds =
    fold("M-150,250Q-120,360 -150,520M150,250Q120,360 150,520", dark) +
    fold("M-70,300Q-40,380 -60,470", dark, 0.22);
  const edge = rimLight(paints, outline, rim, lit, 16);
  const wide = (d: string) => (look.she ? `<g transform="scale(.88 1)">${d}</g>` : d);
  const details: Record<Look["garment"], string> = {
    tee: wide(fold("M-62,160Q0,230 62,160", dark, 0.7)),
    jersey: wide(
      fold("M-62,160Q0,236 62,160", pale, 1) +
        piece("M-232,226L-196,206L-150,640H-280Z", pale) +
        piece("M232,226L196,206L150,640H280Z", dark),
    ),
    hoodie: wide(
      piece(
        "M-76,142C-150,150 -150,214 -96,226C-50,240 -20,262 0,290C20,262 50,240 96,226C150,214 150,150 76,142C70,190 30,214 0,222C-30,214 -70,190 -76,142Z",
        dark,
      ) +
        piece(
          "M-80,146C-140,156 -140,202 -92,214C-50,228 -18,250 0,274C18,250 50,228 92,214C140,202 140,156 80,146C80,196 34,222 0,230C-34,222 -80,196 -80,146Z",
          cloth,
        ) +
        fold("M-30,246V370M30,246V352", pale, 0.9),
    ),
    shirt: wide(
      piece("M-64,142L-100,180L-46,262L0,212L46,262L100,180L64,142Q0,214 -64,142Z", pale) +
        fold("M0,222V620", dark, 0.5) +
        piece("M-5,300h10v10h-10zM-5,400h10v10h-10z", dark),
    ),
    blazer: wide(
      piece("M-62,148L0,420L62,148Q0,210 -62,148Z", "#f3f1ee") +
        piece("M-16,200h32l8,24l-16,180l-8,14l-8,-14l-16,-180z", "#1d2740").replace("#1d2740", rim) +
        piece("M-66,140L-128,190L-96,250L-120,270L-6,520L0,420L-58,200Z", dark) +
        piece("M66,140L128,190L96,250L120,270L6,520L0,420L58,200Z", dark) +
        fold("M-64,150L-4,420M64,150L4,420", pale, 0.5),
    ),
    apron: wide(
      piece("M-62,148L-92,180L-44,250L0,208L44,250L92,180L62,148Q0,212 -62,148Z", "#f6f1e8") +
        piece(
          "M-112,170L-84,158L-74,330H74L84,158L112,170L104,330Q150,360 160,640H-160Q-150,360 -104,330Z",
          dark,
        ) +
        fold("M-74,332H74", pale, 0.7),
    ),
    tank: wide(
      piece(
        "M-58,150C-110,176 -196,180 -232,226C-262,270 -276,420 -280,640H-170C-176,420 -170,300 -108,170ZM58,150C110,176 196,180 232,226C262,270 276,420 280,640H170C176,420 170,300 108,170Z",
        bare,
      ) +
        fold("M-206,300Q-214,420 -196,520M206,300Q214,420 196,520", look.skin.deep, 0.4) +
        fold("M-76,168Q0,270 76,168", dark, 0.6),
    ),
    "roll-neck": wide(
      piece("M-64,112Q0,140 64,112L74,178Q0,226 -74,178Z", colour) +
        fold("M-66,150Q0,184 66,150", dark, 0.5) +
        fold("M-72,174Q0,214 72,174", dark, 0.7),
    ),
    coat: wide(
      piece("M-62,148L0,360L62,148Q0,210 -62,148Z", darker(colour, 0.3)) +
        piece("M-70,132L-140,176L-150,262L-104,300L-10,620L0,360Z", cloth) +
        piece("M70,132L140,176L150,262L104,300L10,620L0,360Z", dark) +
        fold("M-70,140L-150,262L-104,300M70,140L150,262L104,300", pale, 0.45),
    ),
  };
  return body + folds + details[look.garment] + edge;
}
