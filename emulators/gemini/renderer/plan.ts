import type { ThumbnailBrief } from "./brief.ts";
import type { Direction } from "./cast/direct.ts";
import type { Random } from "./random.ts";
import type { Box } from "./text-block.ts";

/** Where everything stands: the words' box, the person and the object, in pixels of the frame. */
export type Plan = {
  text: Box;
  align: "left" | "centre";
  anchor: "top" | "middle" | "bottom";
  /** The side the words are on; the person or object has the other. */
  side: "left" | "right";
  person: { x: number; y: number; scale: number; tilt: number; turn: number } | null;
  object: { name: string; x: number; y: number; size: number; degrees: number; front: boolean } | null;
  arrow: boolean;
};

const reach = (title: string) => {
  const length = [...title].length;
  return length <= 16 ? 0 : length <= 34 ? 1 : length <= 60 ? 2 : 3;
};

/** Plans are made with the words at the left; `mirrored` turns them. The badge of the length needs the corner. */
function mirrored(plan: Plan): Plan {
  const { text, person, object } = plan;
  return {
    ...plan,
    side: "right",
    text: { ...text, x: 1280 - text.x - text.width, height: Math.min(text.height, 596 - text.y) },
    person: person && { ...person, x: 1280 - person.x, tilt: -person.tilt, turn: -person.turn },
    object: object && { ...object, x: 1280 - object.x, degrees: -object.degrees },
  };
}

const wordWidths = [640, 660, 690, 730] as const;
const words = (size: number, extra = 0): Box => ({
  x: 52,
  y: 54,
  width: wordWidths[size]! + extra,
  height: 612,
});

/** A person from the chest up, a thing held before them. */
const presenter = (size: number, { objects }: Direction, random: Random): Plan => ({
  text: words(size),
  align: "left",
  anchor: "middle",
  side: "left",
  person: {
    x: 1036 + size * 14,
    y: 306 + size * 14,
    scale: 2.2 - size * 0.1,
    tilt: random.between(2, 7),
    turn: -0.55,
  },
  object: { name: objects[0], x: 800 + size * 24, y: 596, size: 300 - size * 14, degrees: -10, front: true },
  arrow: false,
});

/** A face so near that the frame cuts it. */
const closeUp = (size: number, _direction: Direction, random: Random): Plan => ({
  text: words(size, -20),
  align: "left",
  anchor: "middle",
  side: "left",
  person: { x: 1030 + size * 22, y: 356, scale: 2.9 - size * 0.2, tilt: random.between(-6, 4), turn: -0.75 },
  object: null,
  arrow: false,
});

/** One thing, huge, out of the frame on a side. */
const hero = (size: number, { objects }: Direction, random: Random): Plan => ({
  text: words(size, 10),
  align: "left",
  anchor: "middle",
  side: "left",
  person: null,
  object: {
    name: objects[0],
    x: 1010 + size * 18,
    y: 372,
    size: 640 - size * 40,
    degrees: random.between(-14, 10),
    front: false,
  },
  arrow: false,
});

/** The same thing rising from the foot of the frame, the words higher. */
const rising = (size: number, direction: Direction, random: Random): Plan => {
  const plan = hero(size, direction, random);
  return {
    ...plan,
    anchor: "top",
    object: plan.object && { ...plan.object, x: 960 + size * 20, y: 470, size: 560 - size * 30, degrees: 16 },
  };
};

/** Words over the whole head of the frame, a reaction and its cause below. */
const reaction = (_size: number, { objects }: Direction, random: Random): Plan => ({
  text: { x: 56, y: 36, width: 1168, height: 220 },
  align: "centre",
  anchor: "middle",
  side: "left",
  person: { x: 900, y: 546, scale: 1.5, tilt: random.between(2, 6), turn: -0.9 },
  object: { name: objects[0], x: 356, y: 500, size: 410, degrees: -8, front: false },
  arrow: true,
});

/** A person at the one edge, the thing at the other, the words between them and above. */
const besides = (size: number, direction: Direction, random: Random): Plan => ({
  ...presenter(size, direction, random),
  text: { ...words(size), height: 372, y: 44 },
  anchor: "top",
  person: {
    x: 1010 + size * 16,
    y: 320,
    scale: 2.35 - size * 0.1,
    tilt: random.between(-6, -2),
    turn: -0.85,
  },
  object: { name: direction.objects[0], x: 330, y: 596, size: 330, degrees: -8, front: false },
});

/**
 * Two pictures of one title never share a plan. Where the request says on which side the words stand, both do so;
 * else the second has them on the other side. A picture without letters leaves that side empty.
 */
export function planFor(
  { title, variation, lettered }: ThumbnailBrief,
  direction: Direction,
  random: Random,
): Plan {
  const size = reach(title);
  const second = variation % 2 === 1;
  const near = size < 2 && lettered !== false;
  const choices = direction.person
    ? second
      ? [near ? besides : presenter, closeUp]
      : [presenter, near ? reaction : closeUp, presenter]
    : [second ? rising : hero];
  const plan = random.pick(choices)(size, direction, random);
  const across = plan.align === "centre";
  const side = direction.words ?? (second ? "right" : "left");
  return side === "right" && !across ? mirrored(plan) : plan;
}

/** The face, which no word may touch. */
export const faceOf = ({ person }: Plan): Box | null =>
  person && {
    x: person.x - 90 * person.scale,
    y: person.y - 124 * person.scale,
    width: 180 * person.scale,
    height: 250 * person.scale,
  };
