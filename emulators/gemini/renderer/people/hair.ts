import type { Paints } from "../paints.ts";
import { circle } from "../shapes.ts";
import { darker } from "./face.ts";
import type { HairStyle, Look } from "./look.ts";
import { rimLight } from "./outline.ts";

/** Outlines behind and before the face, in the head's own measure: 160 wide, chin at 118, crown at -122. */
type Cut = { back: string; front: string; strands: string };

const curlsAround = (points: readonly (readonly [number, number, number])[]) =>
  points.map(([x, y, r]) => circle(x, y, r)).join("");

const longBack =
  "M-90,-20C-112,-160 112,-160 90,-20C98,50 112,120 124,214C60,236 -60,236 -124,214C-112,120 -98,50 -90,-20Z";
const sideParting =
  "M-84,30C-104,-84 -68,-150 6,-150C78,-150 104,-84 84,30C82,-8 74,-40 56,-66C40,-84 24,-94 10,-102C-8,-80 -44,-62 -66,-50C-76,-30 -80,0 -84,30Z";
const flowing =
  "M-70,-70Q-104,40 -100,190M-88,-10Q-112,90 -84,200M70,-70Q104,40 100,190M88,-10Q112,90 84,200M-30,-138Q-74,-112 -80,-30M30,-138Q78,-112 80,-30";

const cuts: Record<HairStyle, Cut> = {
  crop: {
    back: "",
    front:
      "M-86,-6C-100,-96 -62,-150 0,-150C62,-150 100,-96 86,-6L77,-14C76,-52 66,-74 44,-82C12,-90 -22,-88 -48,-78C-66,-70 -75,-50 -77,-14Z",
    strands:
      "M-40,-140Q-62,-110 -62,-80M-12,-146Q-24,-116 -20,-90M20,-146Q16,-116 22,-90M52,-134Q58,-106 58,-80",
  },
  quiff: {
    back: "",
    front:
      "M-85,-8C-96,-66 -90,-108 -66,-130C-54,-166 10,-190 66,-166C100,-150 106,-110 92,-78C94,-54 90,-28 85,-8L76,-18C74,-54 66,-76 46,-90C20,-74 -30,-72 -54,-88C-68,-70 -74,-46 -76,-18Z",
    strands:
      "M-56,-122Q-20,-160 40,-160M-50,-104Q-6,-146 66,-146M-30,-92Q20,-124 80,-122M20,-90Q56,-104 88,-98",
  },
  curls: {
    back: curlsAround([
      [-78, -50, 36],
      [78, -50, 36],
    ]),
    front: curlsAround([
      [-78, -78, 33],
      [-56, -116, 36],
      [-18, -136, 38],
      [24, -138, 38],
      [60, -116, 36],
      [80, -76, 33],
      [-36, -96, 30],
      [4, -104, 32],
      [44, -96, 30],
    ]),
    strands:
      "M-90,-80a14,14 0 1,1 22,8M-60,-124a15,15 0 1,1 20,14M-22,-146a16,16 0 1,1 20,16M22,-146a16,16 0 1,1 20,16M60,-120a15,15 0 1,1 14,22M-40,-98a13,13 0 1,1 16,14M4,-106a13,13 0 1,1 18,12M46,-98a12,12 0 1,1 12,16",
  },
  fade: {
    back: "",
    front:
      "M-78,-52C-90,-118 -56,-154 0,-154C56,-154 90,-118 78,-52C72,-78 58,-88 40,-90C12,-94 -14,-94 -42,-90C-58,-88 -72,-78 -78,-52Z",
    strands:
      "M-58,-104q8,-8 16,0t16,0t16,0t16,0t16,0t16,0t16,0M-48,-124q8,-8 16,0t16,0t16,0t16,0t16,0t16,0M-34,-140q8,-6 16,0t16,0t16,0t16,0",
  },
  locs: {
    back: "M-96,-40C-116,-150 116,-150 96,-40L110,110Q100,128 88,112L82,20L-82,20L-88,112Q-100,128 -110,110Z",
    front:
      "M-88,44C-108,-96 -70,-158 0,-158C70,-158 108,-96 88,44Q76,52 74,36C78,-20 70,-60 44,-84C14,-92 -16,-92 -44,-84C-70,-60 -78,-20 -74,36Q-76,52 -88,44Z",
    strands:
      "M-30,-152Q-86,-110 -84,34M-6,-156Q-66,-120 -68,-50M6,-156Q66,-120 68,-50M30,-152Q86,-110 84,34M-96,0V112M-86,10V116M96,0V112M86,10V116M0,-156Q-30,-130 -30,-92M0,-156Q30,-130 30,-92",
  },
  bald: { back: "", front: "", strands: "" },
  messy: {
    back: "",
    front:
      "M-88,-2C-100,-50 -108,-90 -84,-108L-96,-132L-62,-134L-58,-164L-26,-146L2,-176L20,-150L58,-168L58,-136L94,-134L82,-104C104,-84 98,-44 88,-2L77,-20C76,-48 70,-66 58,-76L44,-58L30,-84L8,-60L-8,-86L-32,-60L-42,-82L-62,-62C-72,-50 -76,-40 -77,-20Z",
    strands:
      "M-70,-120Q-60,-96 -64,-72M-40,-144Q-34,-110 -34,-74M0,-156Q4,-120 6,-76M40,-148Q38,-110 34,-84M72,-126Q66,-100 60,-80",
  },
  long: { back: longBack, front: sideParting, strands: flowing },
  bob: {
    back: "M-92,-20C-114,-160 114,-160 92,-20C104,30 106,70 100,112C70,128 -70,128 -100,112C-106,70 -104,30 -92,-20Z",
    front: sideParting,
    strands: "M-84,-60Q-104,20 -94,104M84,-60Q104,20 94,104M-30,-138Q-74,-112 -80,-30M30,-138Q78,-112 80,-30",
  },
  bun: {
    back: circle(6, -166, 46),
    front:
      "M-84,2C-98,-92 -62,-146 0,-146C62,-146 98,-92 84,2C80,-40 68,-70 44,-84C14,-94 -14,-94 -44,-84C-68,-70 -80,-40 -84,2Z",
    strands:
      "M-26,-180Q6,-200 38,-176M-32,-160Q6,-182 44,-156M-74,-50Q-60,-110 -10,-142M74,-50Q60,-110 14,-142M-40,-86Q-30,-120 0,-144M40,-86Q30,-120 4,-144",
  },
  afro: {
    back: curlsAround([
      [0, -62, 134],
      [-96, -30, 58],
      [96, -30, 58],
      [-80, -118, 60],
      [80, -118, 60],
      [0, -160, 62],
      [-104, 26, 40],
      [104, 26, 40],
    ]),
    front: curlsAround([
      [-62, -82, 26],
      [-34, -98, 30],
      [0, -104, 32],
      [34, -98, 30],
      [62, -82, 26],
      [-78, -54, 20],
      [78, -54, 20],
    ]),
    strands:
      "M-96,-110a12,12 0 1,1 16,10M-60,-160a12,12 0 1,1 16,10M-10,-190a12,12 0 1,1 16,10M44,-170a12,12 0 1,1 16,10M88,-120a12,12 0 1,1 16,10M-120,-40a12,12 0 1,1 14,12M112,-40a12,12 0 1,1 14,12M-40,-130a11,11 0 1,1 14,10M24,-130a11,11 0 1,1 14,10",
  },
  waves: {
    back: "M-90,-20C-112,-160 112,-160 90,-20C124,0 96,50 122,80C150,110 116,150 138,206C70,240 -70,240 -138,206C-116,150 -150,110 -122,80C-96,50 -124,0 -90,-20Z",
    front: sideParting,
    strands:
      "M-84,-50C-120,10 -84,60 -114,100C-130,140 -100,170 -112,206M84,-50C120,10 84,60 114,100C130,140 100,170 112,206M-30,-138Q-74,-112 -80,-30M30,-138Q78,-112 80,-30",
  },
  scarf: {
    back: "M-104,-10C-124,-176 124,-176 104,-10C110,60 130,120 150,214C70,250 -70,250 -150,214C-130,120 -110,60 -104,-10Z",
    front:
      "M-104,0C-124,-172 124,-172 104,0C104,90 60,160 0,168C-60,160 -104,90 -104,0ZM-74,-6C-72,70 -40,118 0,122C40,118 72,70 74,-6C78,-66 46,-100 0,-100C-46,-100 -78,-66 -74,-6Z",
    strands:
      "M-80,-80Q0,-150 80,-80M-92,-20Q-90,90 -14,150M92,-20Q84,100 20,160M-60,150Q20,176 90,120M-110,180Q0,150 90,190",
  },
  fringe: {
    back: longBack,
    front:
      "M-86,60C-108,-90 -70,-154 0,-154C70,-154 108,-90 86,60C84,10 80,-20 74,-44C40,-36 -40,-36 -74,-44C-80,-20 -84,10 -86,60Z",
    strands: `${flowing}M-44,-134Q-54,-90 -52,-46M-16,-146Q-20,-96 -18,-42M16,-146Q20,-96 18,-42M44,-134Q54,-90 52,-46`,
  },
};

export const hairOutlines = ({ hair }: Look) =>
  `${cuts[hair].back}${hair === "scarf" ? "" : cuts[hair].front}`;

/** The hair behind the head and that before it, lit from one side. */
export function drawHair(
  paints: Paints,
  { hair, hairColour }: Look,
  lit: -1 | 1,
  rim: string,
): { back: string; front: string } {
  const { back, front, strands } = cuts[hair];
  const shine = mixUp(hairColour, 0.34);
  const paint = paints.linear(lit > 0 ? 150 : 30, [
    [0, mixUp(hairColour, 0.2)],
    [0.45, hairColour],
    [1, darker(hairColour, 0.5)],
  ]);
  const deep = paints.linear(90, [
    [0, darker(hairColour, 0.75)],
    [1, darker(hairColour, 0.42)],
  ]);
  const lines = strands
    ? `<path d="${strands}" fill="none" stroke="${shine}" stroke-width="4" stroke-linecap="round" opacity=".42"/>`
    : "";
  const loose = ["curls", "afro"].includes(hair);
  const edge = back === "" && !loose ? rimLight(paints, front, rim, lit, 8) : "";
  const sides =
    hair === "fade"
      ? `<path d="M-80,-60C-86,-30 -84,-12 -80,4L-72,0C-74,-30 -72,-50 -66,-70ZM80,-60C86,-30 84,-12 80,4L72,0C74,-30 72,-50 66,-70Z" fill="${hairColour}" opacity=".6"/>`
      : "";
  return {
    back: back
      ? `<path d="${back}" fill="${deep}"/>${loose ? "" : rimLight(paints, back, rim, lit, 11)}`
      : "",
    front: front
      ? `${sides}<path d="${front}" fill="${paint}" fill-rule="${hair === "scarf" ? "evenodd" : "nonzero"}"/>${lines}${edge}`
      : "",
  };
}

/** A colour moved towards white. */
export function mixUp(colour: string, share: number): string {
  const channels = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16);
    return Math.round(value + (255 - value) * share)
      .toString(16)
      .padStart(2, "0");
  });
  return `#${channels.join("")}`;
}
