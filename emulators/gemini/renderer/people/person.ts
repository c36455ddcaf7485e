import type { Paints } from "../paints.ts";
import { circle } from "../shapes.ts";
import { drawNeck, drawTorso, neckOutline, torsoOutline } from "./body.ts";
import { drawExtras } from "./extras.ts";
import { darker, drawFace } from "./face.ts";
import { drawHair, hairOutlines } from "./hair.ts";
import type { Expression, Look } from "./look.ts";
import { rimLight } from "./outline.ts";

export type Pose = {
  /** The middle of the face, in pixels of the frame, and the size: 1 has a face 160 pixels wide. */
  x: number;
  y: number;
  scale: number;
  /** Degrees to which the head is bent. */
  tilt: number;
  /** Where the face looks: -1 to the viewer's left, 1 to the right. */
  turn: number;
  expression: Expression;
  /** The side that the key light is on; the rim light is on the other. */
  lit: -1 | 1;
  rim: string;
  garmentColour: string;
  /** A cut-out's edge around the whole figure, from the outside in. */
  borders?: readonly (readonly [colour: string, width: number])[];
  hands?: "none" | "cheeks" | "point";
};

const jaws = {
  he: "M-79,-20C-84,-92 -46,-124 0,-124C46,-124 84,-92 79,-20C79,24 74,60 54,88C38,110 20,120 0,120C-20,120 -38,110 -54,88C-74,60 -79,24 -79,-20Z",
  she: "M-76,-20C-80,-92 -44,-124 0,-124C44,-124 80,-92 76,-20C76,24 66,58 44,88C30,108 16,118 0,118C-16,118 -30,108 -44,88C-66,58 -76,24 -76,-20Z",
};

const shortHair = new Set(["crop", "quiff", "fade", "bald", "messy", "bun"]);

/** A jaw that has dropped: the lower half of the face is longer. */
const dropped = (d: string) => d.replaceAll("118", "136").replaceAll("120", "138").replaceAll(",88", ",100");

export function drawPerson(paints: Paints, look: Look, pose: Pose): string {
  const { skin } = look;
  const { lit, rim, expression } = pose;
  const jaw = jaws[look.she ? "she" : "he"];
  const head = expression === "shock" || expression === "laugh" ? dropped(jaw) : jaw;
  const tone = paints.linear(lit > 0 ? 0 : 180, [
    [0, skin.dark],
    [0.34, skin.base],
    [0.8, skin.base],
    [1, skin.light],
  ]);
  const hair = drawHair(paints, look, lit, rim);
  const ears = `${circle(-80, 4, 19)}${circle(80, 4, 19)}`;
  const face =
    `<path d="${ears}" fill="${skin.dark}"/><path d="${circle(-81, 4, 10)}${circle(81, 4, 10)}" fill="${skin.deep}" opacity=".35"/>` +
    `<path d="${head}" fill="${tone}"/>` +
    `<ellipse cx="${lit * 22}" cy="-70" rx="60" ry="36" fill="${paints.glow(skin.light)}" opacity=".75"/>` +
    `<ellipse cx="0" cy="116" rx="50" ry="22" fill="${paints.glow(skin.deep)}" opacity=".35"/>` +
    drawStubble(paints, look, expression) +
    (shortHair.has(look.hair) ? rimLight(paints, head, rim, lit, 8) : "") +
    drawFace(paints, look, expression, pose.turn, lit) +
    `<ellipse cx="0" cy="-92" rx="78" ry="30" fill="${paints.glow(skin.deep)}" opacity="${look.hair === "bald" ? 0 : 0.5}"/>`;
  const turned = (markup: string) =>
    `<g transform="translate(${pose.turn * 6} 0) rotate(${pose.tilt} 0 90)">${markup}</g>`;
  const outlines = (colour: string, width: number) =>
    `<g fill="${colour}" stroke="${colour}" stroke-width="${width / pose.scale}" stroke-linejoin="round">` +
    `<path d="${torsoOutline(look)}"/><path d="${neckOutline(look)}"/>${turned(`<path d="${head}"/><path d="${ears}"/><path d="${hairOutlines(look)}"/>`)}</g>`;
  const extras = drawExtras(paints, look, pose.garmentColour, rim);
  return (
    `<g transform="translate(${pose.x} ${pose.y}) scale(${pose.scale})">` +
    (pose.borders ?? []).map(([colour, width]) => outlines(colour, width * 2)).join("") +
    turned(hair.back) +
    drawNeck(paints, look, lit) +
    drawTorso(paints, look, pose.garmentColour, lit, rim) +
    turned(face + hair.front + extras) +
    drawHands(paints, look, pose) +
    `</g>`
  );
}

function drawStubble(paints: Paints, look: Look, expression: Expression): string {
  if (!look.beard) return "";
  const low = expression === "shock" || expression === "laugh" ? 144 : 126;
  const colour = look.hair === "bald" || look.dyed ? "#2b1b12" : darker(look.hairColour, 0.8);
  const fade = paints.linear(90, [
    [0, colour, 0],
    [0.35, colour, 0.85],
    [1, colour, 1],
  ]);
  return `<path d="M-79,-6C-78,30 -72,66 -54,92C-38,${low - 10} -20,${low} 0,${low}C20,${low} 38,${low - 10} 54,92C72,66 78,30 79,-6C72,30 64,46 46,46C30,44 14,46 0,48C-14,46 -30,44 -46,46C-64,46 -72,30 -79,-6Z" fill="${fade}"/>`;
}

/** Both palms at the cheeks, or a hand that points to where the face looks. */
function drawHands(paints: Paints, { skin }: Look, { hands, turn, lit }: Pose): string {
  if (!hands || hands === "none") return "";
  const tone = paints.linear(lit > 0 ? 0 : 180, [
    [0, skin.dark],
    [0.5, skin.base],
    [1, skin.light],
  ]);
  const finger = (d: string, width: number) =>
    `<path d="${d}" fill="none" stroke="${skin.deep}" stroke-width="${width + 4}" stroke-linecap="round" stroke-linejoin="round" opacity=".32"/>` +
    `<path d="${d}" fill="none" stroke="${skin.base}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>` +
    `<path d="${d}" fill="none" stroke="${skin.light}" stroke-width="${width * 0.3}" stroke-linecap="round" transform="translate(${lit * 4} -3)" opacity=".5"/>`;
  if (hands === "cheeks") {
    const palm =
      `<path d="M70,300C60,220 62,160 72,110L140,120C150,180 160,240 150,330Z" fill="${tone}"/>` +
      finger("M82,150Q70,104 72,70", 23) +
      finger("M99,144Q92,90 98,46", 24) +
      finger("M117,146Q116,96 124,50", 23) +
      finger("M134,152Q138,110 148,72", 20) +
      finger("M88,196Q60,172 58,138", 23);
    return `<g transform="translate(4 16) rotate(-4 100 200)">${palm}</g><g transform="translate(-4 16) scale(-1 1) rotate(-4 100 200)">${palm}</g>`;
  }
  const side = turn < 0 ? -1 : 1;
  return (
    `<g transform="translate(${side * 128} 226) scale(${side} 1) rotate(-24)">` +
    `<path d="M-60,30C-120,60 -150,160 -160,330H-20C-10,200 10,120 44,70Z" fill="${tone}"/>` +
    `<path d="M-50,-14C-30,-50 50,-44 60,-6C66,30 50,74 0,76C-50,74 -62,30 -50,-14Z" fill="${tone}"/>` +
    finger("M36,-16L142,-40", 29) +
    finger("M44,14L14,20", 27) +
    finger("M40,40L12,44", 26) +
    finger("M30,62L8,64", 23) +
    finger("M-22,-10L26,-34", 25) +
    `</g>`
  );
}
