import { readPrompt } from "../read-prompt.ts";
import { type Direction, type Replaced, wanted } from "../renderer/cast/direct.ts";
import { expressionWords, hueWords, moodWords, placeWords } from "../renderer/cast/words.ts";
import { expressions } from "../renderer/people/look.ts";
import { places } from "../renderer/scenes/places.ts";
import type { Mood } from "../renderer/scenes/scene.ts";
import type { Tone } from "./tones.ts";

/** The picture as a whole turned or brought nearer; below 1 it is farther. */
export type Framing = { mirror: boolean; zoom: number };

/** What a picture that was drawn here gets in place of what it has, given that. */
type Replacing = (present: Direction & { hue: number; places: readonly Direction["place"][] }) => Replaced;

/** One thing that an edit asks for. */
export type Wish =
  | { kind: "tone"; tone: Tone }
  | { kind: "framing"; framing: Framing }
  /** For a picture that was not drawn here: another place or, where that does not say it, a tone or a framing. */
  | { kind: "replace"; replacing: Replacing; otherwise: { tone?: Tone; framing?: Framing; ground?: true } }
  /** Letters that say this from now on; null for none. */
  | { kind: "letters"; say: string | null };

/** What is asked of the first picture; null where the prompt asks for a new one. */
export function readEdit(prompt: string): Wish[] | null {
  const take = /\banother take\b/i.test(prompt) ? 1 : 0;
  const factor = /\bvariation of the first picture[^.]*\bonly (?:the )?(\w+)/i.exec(prompt)?.[1];
  const instruction =
    /\b(?:edit|change|retouch|alter) (?:the )?(?:first |given )?(?:picture|image|photo)\s*[:,.]?\s*([\s\S]*?)(?=\n\s*keep\b|$)/i.exec(
      prompt,
    )?.[1];
  if (factor === undefined && instruction === undefined) return null;
  const wishes = factor ? varied(factor.toLowerCase(), take) : asked(instruction ?? "", take, prompt);
  return take === 0
    ? wishes
    : [...wishes, { kind: "tone", tone: { of: "all", contrast: 1.07, warmth: 0.2 } }];
}

const tone = (more: Omit<Tone, "of">, of: Tone["of"] = "all"): Wish => ({
  kind: "tone",
  tone: { of, ...more },
});
const replace = (
  replacing: Replacing,
  otherwise: Extract<Wish, { kind: "replace" }>["otherwise"] = {},
): Wish => ({ kind: "replace", replacing, otherwise });

const otherPlace = (take: number) =>
  replace(
    ({ place, places: fitting }) => {
      const all = [...fitting, ...(Object.keys(places) as Direction["place"][])];
      const others = [...new Set(all)].filter((one) => one !== place);
      return { place: others[take]! };
    },
    { ground: true },
  );
const otherHues = (take: number) => {
  const turn = take === 0 ? 130 : -105;
  const turned = (hue: number, by: number) => (hue + by + 360) % 360;
  return replace(
    ({ hue }) => ({ hues: [turned(hue, turn), turned(hue, turn + 150), turned(hue, turn + 60)] }),
    {
      tone: { of: "ground", hue: turned(0, turn) },
    },
  );
};
const toneOf: Record<Mood, Omit<Tone, "of">> = {
  golden: { warmth: 0.65, light: 1.04 },
  day: { light: 1.22, warmth: -0.15 },
  dusk: { light: 0.86, warmth: 0.45 },
  night: { light: 0.72, warmth: -0.5 },
  neon: { colour: 1.5, warmth: -0.5, light: 0.92 },
};
/** The place in another light, and the subject with it. */
const lit = (mood: Mood): Wish[] => [
  replace(({ mood: present }) => (present === mood ? {} : { mood })),
  tone(toneOf[mood]),
];
const sized = (factor: number, near = 1) =>
  replace(() => ({ subject: factor, near }), { framing: { mirror: false, zoom: factor } });

function varied(factor: string, take: number): Wish[] {
  if (factor === "background") return [otherPlace(take)];
  if (/^colou?rs?$/.test(factor)) return [otherHues(take)];
  if (factor === "light") return lit(take === 0 ? "golden" : "night");
  if (factor === "framing") return [take === 0 ? sized(1.28, 1.2) : sized(0.76)];
  if (factor !== "expression") return [tone({ contrast: 1.12 })];
  const loud = [...expressions].filter((one) => one !== "asleep");
  const says: Replacing = ({ says: present }) => ({ says: loud.filter((one) => one !== present)[take * 3]! });
  return [replace(says, { framing: { mirror: false, zoom: take === 0 ? 1.08 : 1.16 } })];
}

const about = /\b(?:text|words?|letters|lettering|title|headline|spelling|font)\b/i;
const first = <T>(text: string, list: readonly (readonly [RegExp, T])[]): T | undefined =>
  list.find(([pattern]) => pattern.test(text))?.[1];

/** An instruction, clause by clause: 'darker background, larger me and no text'. */
function asked(instruction: string, take: number, prompt: string): Wish[] {
  const strong = take === 0 ? 1 : 1.4;
  const wishes = instruction
    .replace(/"(?:[^"\\]|\\.)*"/g, "")
    .replace(/black (?:and|&) white/gi, "monochrome")
    .split(/[.,;\n]|\band\b/i)
    .flatMap((clause) => ofClause(clause, { instruction, take, strong, title: readPrompt(prompt).title }));
  return wishes.length > 0 ? wishes : [tone({ contrast: 1.1, warmth: 0.35 * strong })];
}

type Context = { instruction: string; take: number; strong: number; title: string };

function ofClause(clause: string, { instruction, take, strong, title }: Context): Wish[] {
  const says = (pattern: RegExp) => pattern.test(clause);
  if (about.test(clause)) {
    if (says(/\b(?:remove|without|no(?! other| more| further)|delete|erase|drop)\b/i))
      return [{ kind: "letters", say: null }];
    if (!says(/\b(?:draw|write|letter|spell|correct|fix|redo|anew|again|say)/i)) return [];
    const quoted = /"((?:[^"\\]|\\.)+)"/.exec(instruction)?.[1]?.replace(/\\(.)/g, "$1");
    return [{ kind: "letters", say: quoted ?? title }];
  }
  if (says(/\bbackground|backdrop|\bbehind\b/i)) return [ofGround(clause, take, strong)];
  const plain = wanted(clause);
  const place = first(plain, placeWords);
  const expression = first(plain, expressionWords);
  const hue = first(plain, hueWords);
  const rules: [RegExp, () => Wish[]][] = [
    [/\bmirror|\bflip|\bthe other (?:way|side)|\bswap/i, () => [framed({ mirror: true })]],
    [/\bmonochrome|gr[ae]yscale/i, () => [tone({ colour: 0 })]],
    [/\bblur/i, () => [tone({ blur: 7 * strong })]],
    [/\bwarm|golden|\bcos[yi]|sunset/i, () => [tone({ warmth: 0.6 * strong })]],
    [/\bcool(?:er)?\b|\bcold|\bicy/i, () => [tone({ warmth: -0.8 * strong })]],
    [/\b(?:larger|bigger|closer|nearer|zoom in|fill)/i, () => [sized(1 + 0.25 * strong)]],
    [/\b(?:smaller|farther|further|wider|zoom out)/i, () => [sized(1 - 0.2 * strong)]],
    [/\bdark|moody|dramatic|\bdim/i, () => [tone({ light: 0.72 / strong, contrast: 1.1 })]],
    [/\bbright|lighter|more light/i, () => [tone({ light: 1 + 0.25 * strong })]],
    [/\bcontrast|punch|crisp/i, () => [tone({ contrast: 1 + 0.25 * strong })]],
    [/\bvivid|saturat|vibrant|colou?rful|\bpop\b/i, () => [tone({ colour: 1 + 0.45 * strong })]],
    [/\bmuted|pastel|pale|desaturat|faded/i, () => [tone({ colour: 0.5, light: 1.08 })]],
  ];
  const found = first(clause, rules);
  const mood = first(plain, moodWords);
  if (hue !== undefined)
    return [replace(() => ({ hues: [hue] }), { tone: { of: "ground", hue: (hue + 120) % 360 } })];
  if (found) return found();
  if (says(/\bcolou?rs?\b|palette/i)) return [otherHues(take)];
  if (expression) return [replace(() => ({ says: expression }), { tone: { of: "all", contrast: 1.08 } })];
  if (place) return [replace(() => ({ place }), { ground: true })];
  return mood ? lit(mood) : [];
}

const framed = ({ mirror = false, zoom = 1 }: Partial<Framing>): Wish => ({
  kind: "framing",
  framing: { mirror, zoom },
});

function ofGround(clause: string, take: number, strong: number): Wish {
  if (/\bblur|out of focus|softer/i.test(clause)) return tone({ blur: 12 * strong }, "ground");
  if (/\bdark|\bdim|\bblack|\bnight/i.test(clause))
    return tone({ light: 0.5 / strong, colour: 0.9 }, "ground");
  if (/\bbright|\blight|\bwhite/i.test(clause)) return tone({ light: 1 + 0.5 * strong }, "ground");
  const place = first(wanted(clause), placeWords);
  if (place) return replace(() => ({ place }), { ground: true });
  if (/\bwarm/i.test(clause)) return tone({ warmth: strong }, "ground");
  const hue = first(clause, hueWords);
  if (hue !== undefined) return tone({ hue: hue, colour: 1.3 }, "ground");
  return otherPlace(take);
}
