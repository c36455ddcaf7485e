import type { Subset } from "./subsets.ts";

export interface Face {
  family: string;
  /** Of which there is a file. */
  weights: readonly number[];
  /** In the order in which they are asked for a character. */
  subsets: readonly Subset[];
  /** Families that are nearest to it in looks and bring scripts that it lacks. */
  like: readonly string[];
}

const latin = ["latin", "latin-ext"] as const;
const vietnamese = [...latin, "vietnamese"] as const;
const cyrillic = [...latin, "cyrillic"] as const;
const wide = [...vietnamese, "cyrillic", "cyrillic-ext"] as const;
const widest = [...wide, "greek", "greek-ext"] as const;

const face = (
  family: string,
  weights: readonly number[],
  subsets: readonly Subset[],
  ...like: string[]
): Face => ({ family, weights, subsets, like });

/** The faces that a person can choose. Their licences are told in docs/fonts.md. */
export const faces: readonly Face[] = [
  face("Alfa Slab One", [400], vietnamese, "Montserrat"),
  face("Anton", [400], vietnamese, "Oswald", "Roboto Condensed"),
  face("Archivo Black", [400], latin, "Montserrat"),
  face("Bangers", [400], vietnamese, "Russo One"),
  face("Barlow Condensed", [500, 600, 700, 800, 900], vietnamese, "Roboto Condensed"),
  face("Bebas Neue", [400], latin, "Oswald", "Roboto Condensed"),
  face("DM Serif Display", [400], latin, "Playfair Display"),
  face("Fredoka", [400, 500, 600, 700], [...latin, "hebrew"], "Rubik"),
  face("Lilita One", [400], latin, "Rubik"),
  face("Luckiest Guy", [400], latin, "Russo One"),
  face("Montserrat", [400, 500, 600, 700, 800, 900], wide),
  face("Oswald", [400, 500, 600, 700], wide, "Roboto Condensed"),
  face("Outfit", [400, 500, 600, 700, 800, 900], latin, "Montserrat"),
  face("Permanent Marker", [400], ["latin"], "Bangers", "Russo One"),
  face("Playfair Display", [400, 600, 700, 800, 900], [...vietnamese, "cyrillic"]),
  face("Roboto Condensed", [400, 500, 700, 800, 900], [...wide, "greek"]),
  face("Rubik", [400, 500, 600, 700, 800, 900], [...latin, "cyrillic", "cyrillic-ext", "hebrew", "arabic"]),
  face("Russo One", [400], cyrillic, "Rubik"),
];

/** What brings the letters that a face and those like it lack, so that none is an empty box. */
const fallbacks: readonly Face[] = [
  face("Noto Sans", [400, 700, 900], [...widest, "devanagari"]),
  face("Noto Sans Hebrew", [400, 700, 900], ["hebrew"]),
  face("Noto Sans Arabic", [400, 700, 900], ["arabic"]),
  face("Noto Sans Thai", [400, 700, 900], ["thai"]),
  face("Dela Gothic One", [400], ["japanese"]),
  face("ZCOOL QingKe HuangYou", [400], ["chinese-simplified"]),
  face("Black Han Sans", [400], ["korean"]),
];

const byFamily = new Map(faces.map((each) => [each.family, each]));

/** Null for a family that isn't offered. */
export const faceOf = (family: string): Face | null => byFamily.get(family) ?? null;

/** One file of a face. The name is also the family by which a drawing asks for it. */
export interface FontFile {
  name: string;
  folder: string;
  subset: Subset;
  weight: number;
}

/** The weight of a face that is nearest to a wanted one, the heavier of two that are as near. */
export const nearestWeight = ({ weights }: Pick<Face, "weights">, wanted: number): number =>
  weights.reduce((best, each) => (Math.abs(each - wanted) <= Math.abs(best - wanted) ? each : best));

function filesOf({ family, weights, subsets }: Face, wanted: number): FontFile[] {
  const folder = family.toLowerCase().replaceAll(" ", "-");
  const weight = nearestWeight({ weights }, wanted);
  return subsets.map((subset) => ({ name: `${folder}-${subset}-${weight}`, folder, subset, weight }));
}

const chains = new Map<string, readonly FontFile[]>();

/** The files to ask for a character, in this order: the face's own, those like it, the fallbacks. */
export function fileChain(family: string, weight: number): readonly FontFile[] {
  const key = `${family}/${weight}`;
  let chain = chains.get(key);
  if (!chain) {
    const own = faceOf(family);
    const like = own ? [own, ...own.like.flatMap((name) => faceOf(name) ?? [])] : [];
    // A face of one weight is a heavy one: what stands in for it is as heavy.
    const heavy = own?.weights.length === 1 ? 900 : weight;
    chain = [...like, ...fallbacks].flatMap((each, at) => filesOf(each, at === 0 ? weight : heavy));
    chains.set(key, chain);
  }
  return chain;
}

/** Every file that a drawing may ask for. */
export const fontFiles: readonly FontFile[] = [...faces, ...fallbacks].flatMap((each) =>
  each.weights.flatMap((weight) => filesOf(each, weight)),
);
