import type { Paints } from "../paints.ts";
import type { Expression, Look, Skin } from "./look.ts";
import { drawMouth } from "./mouths.ts";
import { round, within } from "./outline.ts";

type Eye = { open: number; lower: number; brow: readonly [inner: number, peak: number, outer: number] };

/** How far the lids are apart and where the brows stand, for the eye at the viewer's left and right. */
const eyesOf: Record<Expression, readonly [Eye, Eye]> = {
  shock: both({ open: 1.65, lower: 1.3, brow: [-52, -62, -46] }),
  laugh: both({ open: 0.62, lower: 0.15, brow: [-42, -53, -38] }),
  joy: both({ open: 1.02, lower: 0.45, brow: [-43, -53, -38] }),
  determined: both({ open: 0.82, lower: 0.8, brow: [-21, -36, -36] }),
  doubt: [
    { open: 0.72, lower: 0.75, brow: [-24, -33, -30] },
    { open: 1.2, lower: 0.9, brow: [-44, -60, -46] },
  ],
  pride: [
    { open: 0.8, lower: 0.7, brow: [-30, -41, -33] },
    { open: 0.86, lower: 0.7, brow: [-38, -52, -40] },
  ],
  calm: both({ open: 0.94, lower: 0.75, brow: [-35, -45, -34] }),
  asleep: both({ open: 0, lower: 0, brow: [-36, -45, -34] }),
};

function both(eye: Eye): readonly [Eye, Eye] {
  return [eye, eye];
}

/** One eye around 0,0 with its outer corner at the right. */
function drawEye(paints: Paints, { skin, eyes, she }: Look, eye: Eye, gaze: number): string {
  const lash = she ? 6.5 : 5;
  const dark = "#1d0f0b";
  if (eye.open < 0.7) {
    const arch = eye.open > 0 ? -9 : 9;
    return (
      `<path d="M-22,2Q0,${2 + arch * 1.9} 22,2" fill="none" stroke="${dark}" stroke-width="${lash}" stroke-linecap="round"/>` +
      `<path d="M-20,14Q0,20 20,12" fill="none" stroke="${skin.deep}" stroke-width="2.500" opacity=".4"/>`
    );
  }
  const up = -15 * eye.open;
  const low = 11 * eye.lower + 4;
  const upper = `M-22,4C-13,${up} 9,${up * 1.1} 23,-1`;
  const outline = `${upper}C13,${low} -10,${low + 1} -22,4Z`;
  const [x, y] = [gaze * 7, eye.open > 1.3 ? -3 : -2];
  const white = paints.linear(90, [
    [0, "#b9aeb0"],
    [0.4, "#fbf7f4"],
    [1, "#e9dfda"],
  ]);
  const iris = paints.radial(x, y + 4, 13, [
    [0, eyes],
    [0.2, eyes],
    [0.95, "#1a0d07"],
  ]);
  return (
    `<path d="${outline}" fill="${white}"/><path d="${within(outline, round(x, y, 12))}" fill="${iris}"/>` +
    `<path d="${within(outline, round(x, y, 5.6))}" fill="#070303"/><path d="${within(outline, round(x - 4, y - 5, 3.8))}" fill="#fff"/>` +
    `<circle cx="${x + 4}" cy="${y + 5}" r="1.800" fill="#fff" opacity=".7"/>` +
    `<path d="${upper}${she ? "L29,-7" : ""}" fill="none" stroke="${dark}" stroke-width="${lash}" stroke-linecap="round" stroke-linejoin="round"/>` +
    `<path d="M-18,8C-8,${low + 2} 10,${low + 1} 20,3" fill="none" stroke="${skin.deep}" stroke-width="2.200" opacity=".5"/>` +
    `<path d="M-20,${-4 + up * 0.45}Q0,${-8 + up * 1.05} 22,${-9 + up * 0.4}" fill="none" stroke="${skin.deep}" stroke-width="2.600" opacity=".38"/>`
  );
}

function drawBrow([inner, peak, outer]: Eye["brow"], colour: string, she: boolean): string {
  const thick = she ? 7 : 10;
  return `<path d="M-20,${inner}Q6,${peak - 5} 31,${outer}Q8,${peak + thick} -19,${inner + thick}Q-24,${inner + thick / 2} -20,${inner}Z" fill="${colour}"/>`;
}

function drawNose(paints: Paints, skin: Skin, lit: number): string {
  const side = paints.linear(0, [
    [0, skin.deep, lit < 0 ? 0 : 0.42],
    [1, skin.deep, lit < 0 ? 0.42 : 0],
  ]);
  return (
    `<path d="${lit < 0 ? "M2,-18C9,6 20,22 17,36Q9,42 2,40Z" : "M-2,-18C-9,6 -20,22 -17,36Q-9,42 -2,40Z"}" fill="${side}"/>` +
    `<ellipse cx="${lit * 3}" cy="29" rx="10" ry="9" fill="${paints.glow(skin.light)}" opacity=".95"/>` +
    `<ellipse cx="${lit * 3}" cy="4" rx="5" ry="24" fill="${paints.glow(skin.light)}" opacity=".7"/>` +
    `<ellipse cx="-8" cy="39" rx="4.500" ry="2.600" fill="${skin.deep}" opacity=".8"/>` +
    `<ellipse cx="8" cy="39" rx="4.500" ry="2.600" fill="${skin.deep}" opacity=".8"/>` +
    `<path d="M-18,33Q-18,41 -11,41M18,33Q18,41 11,41" fill="none" stroke="${skin.deep}" stroke-width="2.800" stroke-linecap="round" opacity=".5"/>`
  );
}

/** Eyes, brows, nose and mouth; `turn` from -1 to 1 is where the face looks, `lit` which side the light is on. */
export function drawFace(
  paints: Paints,
  look: Look,
  expression: Expression,
  turn: number,
  lit: -1 | 1,
): string {
  const { skin, she } = look;
  const [left, right] = eyesOf[expression];
  const shift = turn * 13;
  const own = look.dyed || look.hair === "scarf" ? "#2b1b12" : look.hairColour;
  const browColour = own === "#b9b3ab" ? "#77706a" : darker(own, own === "#c8923f" ? 0.6 : 0.8);
  const gaze = turn * 0.8;
  const eye = (x: number, mirrored: boolean, one: Eye) => {
    const far = mirrored === turn < 0 ? 1 - Math.abs(turn) * 0.12 : 1;
    return (
      `<ellipse cx="${x}" cy="-12" rx="36" ry="28" fill="${paints.glow(skin.deep)}" opacity=".42"/>` +
      `<g transform="translate(${x} -10) scale(${(mirrored ? -1 : 1) * far * 1.1} 1.1)">` +
      drawEye(paints, look, one, mirrored ? -gaze : gaze) +
      `</g><g transform="translate(${x} -4) scale(${(mirrored ? -1 : 1) * far} 1)">${drawBrow(one.brow, browColour, she)}</g>`
    );
  };
  const blush = expression === "laugh" || expression === "joy" || she ? 0.55 : 0.3;
  return (
    `<ellipse cx="${-46 + shift}" cy="36" rx="27" ry="22" fill="${paints.glow(skin.blush)}" opacity="${blush}"/>` +
    `<ellipse cx="${46 + shift}" cy="36" rx="27" ry="22" fill="${paints.glow(skin.blush)}" opacity="${blush}"/>` +
    `<ellipse cx="${lit * 44 + shift}" cy="22" rx="24" ry="15" fill="${paints.glow(skin.light)}" opacity=".85"/>` +
    eye(-35 + shift, true, left) +
    eye(35 + shift, false, right) +
    `<g transform="translate(${shift * 1.35} 0)">${drawNose(paints, skin, lit)}</g>` +
    `<g transform="translate(${shift * 1.15} 0)">${drawMouth(paints, skin, expression, she)}</g>`
  );
}

export function darker(colour: string, share = 0.55): string {
  const channels = [1, 3, 5].map((at) =>
    Math.round(Number.parseInt(colour.slice(at, at + 2), 16) * share)
      .toString(16)
      .padStart(2, "0"),
  );
  return `#${channels.join("")}`;
}
