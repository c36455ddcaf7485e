import type { Random } from "../random.ts";

/** What a face says; the loudest first. */
export const expressions = [
  "shock",
  "laugh",
  "joy",
  "determined",
  "doubt",
  "pride",
  "calm",
  "asleep",
] as const;
export type Expression = (typeof expressions)[number];

export type Skin = { base: string; light: string; dark: string; deep: string; lip: string; blush: string };

/** From the palest to the darkest. */
const skins: readonly Skin[] = [
  { base: "#f2c6a5", light: "#ffe8d4", dark: "#c4825f", deep: "#7d4330", lip: "#c25b55", blush: "#ee7f6c" },
  { base: "#e9b68d", light: "#ffdfc0", dark: "#b87850", deep: "#6f3c26", lip: "#b5504a", blush: "#e5755c" },
  { base: "#d39a6c", light: "#f4cba2", dark: "#9c623c", deep: "#5d331d", lip: "#a44a40", blush: "#cf6a4c" },
  { base: "#b27649", light: "#dea878", dark: "#7d4b2a", deep: "#472513", lip: "#8f4038", blush: "#b2583c" },
  { base: "#85502f", light: "#bb7f55", dark: "#57311b", deep: "#301709", lip: "#7a3631", blush: "#94452e" },
  { base: "#613821", light: "#98633f", dark: "#3f2212", deep: "#220f05", lip: "#6a2f2c", blush: "#753622" },
];

export const hairStyles = {
  he: ["crop", "quiff", "curls", "fade", "locs", "bald", "messy"],
  she: ["long", "bob", "bun", "afro", "waves", "scarf", "fringe"],
} as const;
export type HairStyle = (typeof hairStyles)["he" | "she"][number];

const naturalHair = ["#17120f", "#2b1b12", "#4a2d1a", "#6d4224", "#8d3f1c", "#c8923f", "#b9b3ab"] as const;
const dyedHair = ["#d8347f", "#1f9aa0", "#6a3fd0", "#e0582b"] as const;

export const garments = [
  "tee",
  "hoodie",
  "shirt",
  "blazer",
  "apron",
  "tank",
  "jersey",
  "roll-neck",
  "coat",
] as const;
export type Garment = (typeof garments)[number];
export type Extra = "glasses" | "headset" | "cap" | "chef-hat" | "sunglasses";

export type Look = {
  she: boolean;
  skin: Skin;
  hair: HairStyle;
  hairColour: string;
  /** Hair in a colour that nobody is born with; brows and beard keep their own. */
  dyed: boolean;
  beard: boolean;
  garment: Garment;
  extras: readonly Extra[];
  eyes: string;
};

/** Somebody of whom only what a request says is settled; the rest is dealt evenly over hair, skin and build. */
export function dealLook(random: Random, asked: Partial<Look>, dyed: boolean): Look {
  const she = asked.she ?? random.between(0, 1) < 0.5;
  const tone = Math.floor(random.between(0, skins.length));
  const hair = asked.hair ?? random.pick(she ? hairStyles.she : hairStyles.he);
  const dark = tone > 2 || hair === "afro" || hair === "locs" || hair === "scarf";
  const natural = random.pick(dark ? naturalHair.slice(0, 3) : naturalHair);
  const wearsDye = dyed && random.between(0, 1) < 0.22 && hair !== "scarf";
  const glasses: Extra[] = random.between(0, 1) < 0.22 ? ["glasses"] : [];
  return {
    she,
    skin: asked.skin ?? skins[hair === "afro" || hair === "locs" ? Math.max(tone, 3) : tone]!,
    hair,
    hairColour: asked.hairColour ?? (wearsDye ? random.pick(dyedHair) : natural),
    dyed: wearsDye,
    beard: asked.beard ?? (!she && random.between(0, 1) < 0.4),
    garment: asked.garment ?? random.pick(garments),
    extras: asked.extras ?? glasses,
    eyes: random.pick(dark ? ["#4a2a14", "#3a2010"] : ["#4a2a14", "#3f6d8f", "#4d7a4a", "#6b4a22"]),
  };
}
