import { type FontFile, fileChain } from "../fonts/faces.ts";
import type { Font } from "../fonts/read-font.ts";
import { isOfSubset } from "../fonts/subsets.ts";

/** The font of this file's name; undefined as long as it isn't there. */
export type Fonts = (name: string) => Font | undefined;

/** What a reader takes for one letter: a character with its marks, and those of an Indic script that it is joined to. */
export interface Letter {
  text: string;
  codePoint: number;
  file: string;
  font: Font;
  /** Where it begins in the printable text. */
  start: number;
}

/** Controls, what turns the direction, halves of pairs, and what XML cannot say. */
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2060-\u206f\ufeff\ufffe\uffff]/gu;
/** All but the mark of the order of bytes, which a file may begin with. */
const blank = /(?!\ufeff)\s/gu;

/** Mathematical letters and digits, which people write bold with: no font here has them. */
const styled = /[\u{1d400}-\u{1d7ff}]/gu;

/** A text as it can be drawn: one line, composed, without what has no look. */
export const printable = (text: string) =>
  text
    .normalize("NFC")
    .replace(styled, (letter) => letter.normalize("NFKC"))
    .replace(blank, " ")
    .replace(unprintable, "");

/**
 * Grapheme clusters, near enough to UAX #29 for what fonts here hold: flags, emoji joined to one, a consonant that a virama
 * joins to the next, marks. Not each browser has `Intl.Segmenter`, and those that do have different Indic rules.
 */
const cluster =
  /\p{RI}\p{RI}|.(?:\u200d\p{ExtPict}|\u094d\u200d?[\u0904-\u0939\u0958-\u0961\u0972-\u097f]|\u200d|[\p{M}\u200c\p{EMod}\u0e33\u{e0020}-\u{e007f}])*/gsu;
export const clustersOf = (text: string): string[] => text.match(cluster) ?? [];

/** Joiners tell letters of these scripts how to meet; elsewhere they, and what chooses an emoji's look, have no look. */
const joined = /[\p{Script=Arabic}\p{Script=Devanagari}]/u;
const isIgnorable = (character: string) => /\p{DI}/u.test(character);

/** A frame that an emoji puts around a digit: without it the digit is still the same. */
const isFrame = (character: string) => /\p{Me}/u.test(character);

/**
 * The letters of a text with the font of each, the first of the chain that has all of it, or else its character alone. One
 * that no font has is left out whole: there are no empty boxes. So is, for the while, one whose font isn't there yet.
 */
export function lettersOf(text: string, family: string, weight: number, fonts: Fonts): Letter[] {
  const settled = settle(printable(text), family, weight, fonts);
  const letters = settled.flatMap(({ letter }) => letter ?? []);
  if (settled.at(-1)?.isWhole === false && letters.at(-1)?.text === " ") letters.pop();
  return letters;
}

function settle(clean: string, family: string, weight: number, fonts: Fonts) {
  const chain = fileChain(family, weight);
  const japanese = isJapanese(clean);
  let last: Letter | undefined;
  let start = 0;
  return clustersOf(clean).map((whole) => {
    const seen = [...whole].filter((character) => !isIgnorable(character));
    const found =
      last && seen[0] === " " && last.font.has(0x20) ? last : fontFor(seen, chain, fonts, japanese);
    const keeps = (character: string) =>
      found?.font.has(character.codePointAt(0)!) && (!isIgnorable(character) || joined.test(whole));
    const text = seen[0] === " " ? " " : [...whole].filter(keeps).join("");
    // What was left out leaves one blank behind, not two, and none at the beginning.
    const isDrawn = found && !(text === " " && (last ? last.text === " " : start > 0));
    const letter = isDrawn
      ? { text, codePoint: text.codePointAt(0)!, file: found.file, font: found.font, start }
      : null;
    last = letter ?? last;
    start += whole.length;
    return {
      whole,
      letter,
      isWhole: seen.every((character) => character === " " || text.includes(character)),
    };
  });
}

function fontFor(seen: readonly string[], chain: readonly FontFile[], fonts: Fonts, japanese: boolean) {
  const wanted = seen.filter((character) => !isFrame(character)).map((each) => each.codePointAt(0)!);
  if (wanted.length === 0) return null;
  const ofAll = firstWith(wanted, chain, fonts, japanese);
  return ofAll ?? (wanted.length > 1 ? firstWith(wanted.slice(0, 1), chain, fonts, japanese) : null);
}

export const isJapanese = (text: string) => /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);

/** Chinese and Japanese share most of their signs; a line is drawn in the face of its own script. */
const comesLater = ({ subset }: FontFile, japanese: boolean) =>
  subset === (japanese ? "chinese-simplified" : "japanese");

/**
 * The first file that has a character and what comes with it. The first of all has most letters, so that the rest of the
 * chain is looked through for the others alone.
 */
export function firstWith<F extends Pick<Font, "has">>(
  codePoints: readonly number[],
  chain: readonly FontFile[],
  fonts: (name: string) => F | undefined,
  japanese: boolean,
) {
  for (const isLater of [false, true]) {
    for (const file of chain) {
      if (comesLater(file, japanese) !== isLater || !isOfSubset(file.subset, codePoints[0]!)) continue;
      const font = fonts(file.name);
      if (!font) return null;
      if (codePoints.every(font.has)) return { file: file.name, font };
    }
  }
  return null;
}

/** What of a text no font has, once each, marks with their letters and emoji whole; for a screen that tells of them. */
export function missingLetters(text: string, family: string, weight: number, fonts: Fonts): string[] {
  const lacking = settle(printable(text), family, weight, fonts).filter(({ isWhole }) => !isWhole);
  return [...new Set(lacking.map(({ whole }) => whole))];
}
