import type { ThumbnailBrief } from "../brief.ts";
import type { Expression, Look } from "../people/look.ts";
import type { Random } from "../random.ts";
import type { PlaceName } from "../scenes/places.ts";
import type { Mood } from "../scenes/scene.ts";
import { casts } from "./niches.ts";
import * as words from "./words.ts";

/** Who and what is in a picture, where, in which light, and where its words stand. */
export type Direction = {
  place: PlaceName;
  mood: Mood;
  /** The main object and one more. */
  objects: readonly [string, string];
  /** What is settled of the person in it; null for none. */
  person: Partial<Look> | null;
  says: Expression;
  /** Hues that the request names, in its order. */
  hues: readonly number[];
  /** The side that the request wants the words on. */
  words: "left" | "right" | null;
};

/** What of a picture an edit makes different by itself; everything else of it stays as it is. */
export type Replaced = Partial<Pick<Direction, "place" | "mood" | "says" | "hues">> & {
  /** The size of the subject as a factor, and that of the place behind it. */
  subject?: number;
  near?: number;
};

const nobody =
  /\b(?:no (?:people|person|face|one)|nobody|without (?:people|a person|faces)|no humans?|unmanned)\b/i;
const somebody =
  /\b(?:person|people|man|woman|men|women|girl|boy|founder|creator|streamer|player|teacher|chef|cook|athlete|runner|singer|performer|parent|mother|father|mum|mom|dad|student|owner|entrepreneur|traveller|traveler|gardener|artist|presenter|host|doctor|scientist|portrait|face|selfie|expression|someone|seller|programmer|photographer)\b/i;
const refusing = /^\s*(?:no|not|avoid|skip|leave out|never|nothing|resist|without|omit)\b/i;

/** What is asked for, without the sentences and clauses that say what is not wanted. */
export function wanted(text: string): string {
  return text
    .split(/(?<=[.;!?\n])\s+/)
    .filter((sentence) => !refusing.test(sentence))
    .map((sentence) => sentence.replace(/\b(?:no|without|instead of|rather than|never)\b[^,.;:]*/gi, ""))
    .join(" ");
}

/** What the words name first; within a text its beginning weighs more than any order of the list. */
function named<T>(text: string, list: readonly (readonly [RegExp, T])[]): T[] {
  return list
    .map(([pattern, value]) => ({ at: text.search(pattern), value }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);
}

export function direct(brief: ThumbnailBrief, random: Random): Direction {
  const { niche, title, variation } = brief;
  const cast = casts[niche];
  const asks = wanted(brief.asks ?? "");
  const both = `${asks} ${title}`;
  const other = variation % 2;
  const turn = <T>(list: readonly T[], by = other): T => list[by % list.length]!;

  const objects = [
    ...new Set([
      ...named(title, words.objectWords),
      ...named(asks, words.objectWords).slice(0, 2),
      ...rotated(cast.objects, Math.floor(random.between(0, 9))),
    ]),
  ];
  const says = named(both, words.expressionWords)[0];
  const she = /\b(?:woman|girl|mother|mum|mom|she|her|female|wife|daughter)\b/i.test(asks)
    ? true
    : /\b(?:man|boy|father|dad|he|his|male|husband|son)\b/i.test(asks)
      ? false
      : undefined;
  const hair = named(asks, words.hairWords)[0];
  const extras = named(asks, words.extraWords).slice(0, 1);
  const wearsExtra = cast.extras && random.between(0, 1) < 0.5;
  const person: Partial<Look> | null =
    nobody.test(brief.asks ?? "") ||
    (!somebody.test(asks) && (asks.length > 60 ? 3 : 0) + random.between(0, 10) >= cast.people + 0.5)
      ? null
      : {
          ...(she === undefined ? {} : { she }),
          ...(hair ? { hair, she: she ?? ["afro", "scarf", "bun", "long", "bob"].includes(hair) } : {}),
          garment: named(asks, words.garmentWords)[0] ?? random.pick(cast.wears),
          ...(extras.length > 0 ? { extras } : wearsExtra ? { extras: cast.extras } : {}),
        };
  return {
    place:
      named(asks, words.placeWords)[0] ??
      named(title, words.placeWords)[0] ??
      turn(cast.places, Math.floor(random.between(0, 3))),
    mood: named(asks, words.moodWords)[0] ?? named(title, words.moodWords)[0] ?? turn(cast.moods),
    objects: [objects[0] ?? "light-bulb", objects[1] ?? objects[0] ?? "light-bulb"],
    person,
    says: says ?? turn(cast.says, Math.floor(random.between(0, 3))),
    hues: named(asks, words.hueWords).slice(0, 3),
    words: sideOfWords(brief.asks ?? "", title),
  };
}

const rotated = <T>(list: readonly T[], by: number) => list.map((_, at) => list[(at + by) % list.length]!);

/** "the wall at left carries the title" puts the words left, "the subject on the right third" as well. */
function sideOfWords(asks: string, title: string): "left" | "right" | null {
  const sentences = asks.split(/(?<=[.;!?\n])\s+/);
  const ofWords = sentences.find(
    (one) =>
      /\b(?:left|right)\b/i.test(one) &&
      ((title !== "" && one.includes(title)) || /\b(?:title|text|words|lettering|headline)\b/i.test(one)),
  );
  const side = (one: string) => {
    const found = [...one.matchAll(/\b(left|right)\b(?! way)/gi)].at(-1)?.[1]?.toLowerCase();
    return found === "left" || found === "right" ? found : null;
  };
  if (ofWords) return side(ofWords);
  const ofSubject = sentences.find(
    (one) =>
      /\b(?:subject|person|face|figure|founder|creator|they|object|head)\b/i.test(one) &&
      /\b(?:left|right)\b/i.test(one),
  );
  const subject = ofSubject ? side(ofSubject) : null;
  return subject === "left" ? "right" : subject === "right" ? "left" : null;
}
