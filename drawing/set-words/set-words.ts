import type { TextLayer } from "#contract/design-document.ts";
import type { Box } from "../text/lay-out.ts";
import { type Fonts, lettersOf, printable } from "../text/letters.ts";
import { type ArtSummary, busyIn } from "./art-summary.ts";
import { type WordsBrand, withBrand } from "./brand.ts";
import { buildLayers, isInPlace, type WordLayer } from "./build-layers.ts";
import { type FittedLine, fitLines, type Measured, measureLine } from "./fit.ts";
import { type Help, helpFor } from "./ground-help.ts";
import { type Layout, rooms, type StyleRules, type WordFace, type WordStyle, wordStyles } from "./styles.ts";
import { joinWords, type Word, wordsOfTitle } from "./title-words.ts";
import { breaksInto, carryingWord, inCapitals } from "./words.ts";

export interface SetWords {
  /** Behind the words first; nothing for a title of which no font has a letter. */
  layers: WordLayer[];
  /** For the art's adjustment, where the letters need the side darker. */
  shade: Help["shade"];
  layout: string;
}

interface Candidate {
  lines: FittedLine[];
  key: number;
  layout: Layout;
  face: WordFace;
  score: number;
}

const mostLines = 3;

export interface WordsRequest {
  title: string;
  style: WordStyle;
  art: ArtSummary;
  /** The side that the art was made to leave free; another place must be much better to be taken. */
  side?: "left" | "right" | undefined;
  /** Whose fonts, colours and look the words have; without it the style's. */
  brand?: WordsBrand | null;
  /** 1, 2, … give the next best ones. */
  pick?: number;
}

/**
 * A title set on its art: where it is calm, as large as fits, in at most three lines, the word that carries it marked.
 * Layouts that serve as well take turns by the title.
 */
export function setWords({ title, style, art, side, brand, pick = 0 }: WordsRequest, fonts: Fonts): SetWords {
  const rules = brand ? withBrand(wordStyles[style], brand) : wordStyles[style];
  const [face] = rules.faces;
  const words = wordsOfTitle(printable(title)).filter(
    ({ text }) => lettersOf(text, face!.font, face!.weight, fonts).length > 0,
  );
  if (words.length === 0) return { layers: [], shade: null, layout: "none" };
  const carrying = carryingWord(words.map(({ text }) => text));
  const candidates = candidatesOf(rules.upperCase ? inCapitals(words) : words, carrying, rules, art, fonts);
  const ranked = bestOfEachLayout(candidates)
    .map((candidate) => {
      const help = helpFor(art, boundsOf(candidate.lines), candidate.layout, rules);
      const cost = help.outline ? 0.15 : help.shade ? 0.05 : 0;
      const away = side && candidate.layout.place !== side ? awayFromSide : 0;
      return { ...candidate, help, score: candidate.score - cost - away };
    })
    .sort((a, b) => b.score - a.score);
  const near = ranked.filter(({ score }) => score > ranked[0]!.score - 0.3);
  const chosen = pick === 0 ? near[hashOf(title) % near.length]! : ranked[Math.min(pick, ranked.length - 1)]!;
  return build(chosen, carrying, rules, fonts);
}

/** Where a side was left free, what stands on the other one or over both. */
const awayFromSide = 1.2;

const hashOf = (text: string) =>
  [...text].reduce((hash, letter) => (hash * 31 + letter.codePointAt(0)!) >>> 0, 7);

function candidatesOf(
  words: readonly Word[],
  carrying: number,
  rules: StyleRules,
  art: ArtSummary,
  fonts: Fonts,
): Candidate[] {
  const found: Candidate[] = [];
  const breaks = Array.from({ length: mostLines }, (_, at) => sensibleBreaks(words, at + 1, carrying)).flat();
  for (const [rank, face] of rules.faces.entries()) {
    const known = new Map<string, Measured>();
    const measured = (line: Word[]) => {
      const text = joinWords(line);
      const measure = known.get(text) ?? measureLine(line, face, fonts);
      known.set(text, measure);
      return measure;
    };
    for (const layout of rules.layouts)
      for (const { lines: broken, cost } of breaks) {
        const key = lineWith(broken, carrying);
        const lines = fitLines(broken.map(measured), key, roomOf(layout), layout, rules);
        const busy = busyIn(art, boundsOf(lines));
        const orphan = layout.sizes === "even" && broken.length > 1 && joinWords(broken.at(-1)!).length <= 3;
        const score =
          scoreOf(lines, busy, layout) + markOf(lines, key) - 0.9 * cost - 0.35 * rank - (orphan ? 0.6 : 0);
        found.push({ lines, key, layout, face, score });
      }
  }
  return found;
}

/** The few that read best, even ones before others, and some that leave the carrying word nearly alone. */
function sensibleBreaks(words: readonly Word[], count: number, carrying: number) {
  const weighed = breaksInto(words, count).map((breaks) => {
    const lengths = breaks.lines.map((line) => joinWords(line).length);
    const longest = Math.max(...lengths) / (lengths.reduce((sum, each) => sum + each, 0) / count);
    return { ...breaks, lengths, weight: breaks.cost + 0.8 * (longest - 1) };
  });
  weighed.sort((a, b) => a.weight - b.weight);
  const marked = weighed.filter(({ lines, lengths }) => (lengths[lineWith(lines, carrying)] ?? 99) <= 12);
  return [...new Set([...weighed.slice(0, 5), ...marked.slice(0, 4)])];
}

function lineWith(lines: readonly Word[][], word: number): number {
  let passed = 0;
  return lines.findIndex((line) => {
    passed += line.length;
    return word >= 0 && word < passed;
  });
}

/** What the layout leaves to the letters. */
function roomOf({ place, extra }: Layout): Box {
  const { x, y, width, height } = rooms[place];
  if (extra === "rule") return { x, y: y + 44, width, height: height - 44 };
  return extra === "bar" ? { x: x + 38, y, width: width - 38, height } : { x, y, width, height };
}

export function boundsOf(lines: readonly FittedLine[]): Box {
  const left = Math.min(...lines.map(({ x, line, size }) => x + line.left * size));
  const right = Math.max(...lines.map(({ x, line, size }) => x + line.right * size));
  const top = Math.min(...lines.map(({ baseline, line, size }) => baseline - line.top * size));
  const bottom = Math.max(...lines.map(({ baseline, line, size }) => baseline + line.bottom * size));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The line that carries is seen first where it is the largest. */
function markOf(lines: readonly FittedLine[], key: number): number {
  const others = lines.filter((_, index) => index !== key).map(({ size }) => size);
  if (key < 0 || others.length === 0) return 0;
  return 0.7 * Math.min(1, Math.max(0, lines[key]!.size / Math.max(...others) - 0.8));
}

/** A design takes no text below 8 pixels; what is out of place gets smaller still. */
const leastSize = 12;

/** Large letters first: at 168 pixels' width a capital of 60 is 8 pixels high. Then calm ground, and little help. */
function scoreOf(lines: readonly FittedLine[], busy: number, { plates }: Layout): number {
  const smallest = Math.min(...lines.map(({ line, size }) => line.capHeight * size));
  const area = lines.reduce((sum, { line, size }) => sum + line.width * line.capHeight * size ** 2, 0);
  return (
    2.4 * Math.min(1, smallest / 62) -
    (smallest < 34 ? 1 : 0) -
    (lines.some(({ size }) => size < leastSize) ? 9 : 0) +
    1.7 * Math.min(1, area / 190_000) -
    (plates ? 2.2 : 2.8) * busy -
    (plates ? 0.25 : 0)
  );
}

function bestOfEachLayout(candidates: readonly Candidate[]): Candidate[] {
  const best = new Map<string, Candidate>();
  for (const candidate of candidates)
    if (candidate.score > (best.get(candidate.layout.name)?.score ?? -Infinity))
      best.set(candidate.layout.name, candidate);
  return [...best.values()];
}

/** As fitted, or a little smaller, until no outline, plate or turned corner is out of place. */
function build(
  chosen: Candidate & { help: Help },
  carrying: number,
  rules: StyleRules,
  fonts: Fonts,
): SetWords {
  const { layout, lines, key, help, face } = chosen;
  const measured = lines.map(({ line }) => line);
  const room = roomOf(layout);
  for (let tries = 0; ; tries += 1) {
    const scale = 1 - tries * 0.04;
    const smaller: Box = {
      x:
        room.x +
        (layout.place === "left" || layout.place === "bottom"
          ? 12 * Math.min(tries, 2)
          : ((1 - scale) / 2) * room.width),
      y: room.y + ((1 - scale) / 2) * room.height,
      width: room.width * scale,
      height: room.height * scale,
    };
    const fitted = tries === 0 ? lines : fitLines(measured, key, smaller, layout, rules);
    const layers = buildLayers({ lines: fitted, key, carrying, layout, face, help, rules });
    const isTurned = layers.some(({ rotation }) => rotation !== 0);
    if (tries === 15 || isInPlace(layers as TextLayer[], fonts))
      return { layers, shade: help.shade, layout: `${layout.name}${isTurned ? ", turned" : ""}` };
  }
}
