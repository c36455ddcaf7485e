import { type FontFile, fileChain } from "../fonts/faces.ts";
import type { Font } from "../fonts/read-font.ts";
import { isOfSubset } from "../fonts/subsets.ts";

/** The font of this file's name; undefined as long as it isn't there. */
export type Fonts = (name: string) => Font | undefined;

export interface Letter {
  text: string;
  codePoint: number;
  file: string;
  font: Font;
}

/** Controls, what turns the direction, halves of pairs, and what XML cannot say. */
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2060-\u206f\ufeff\ufffe\uffff]/gu;
/** All but the mark of the order of bytes, which a file may begin with. */
const blank = /(?!\ufeff)\s/gu;

/** A text as it can be drawn: one line, composed, without what has no look. */
export const printable = (text: string) => text.normalize("NFC").replace(blank, " ").replace(unprintable, "");

/** What belongs to the letter before it, and to that letter's font: marks, joiners, and the blank between two words. */
const isAttached = (letter: string) => /[ \p{M}\u200c\u200d]/u.test(letter);

/** Letters whose look or place depends on their neighbours: the renderer alone can set them. */
const joining =
  /[\p{M}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Thai}\u200c\u200d]|[\u{10000}-\u{10ffff}]/u;
export const isJoining = (text: string) => joining.test(text);

/**
 * The letters of a text with the font of each, the first of the chain that has it. A letter that no font has is left out:
 * there are no empty boxes. So is, for the while, one whose font isn't there yet.
 */
export function lettersOf(text: string, family: string, weight: number, fonts: Fonts): Letter[] {
  const clean = printable(text);
  const chain = fileChain(family, weight);
  const japanese = isJapanese(clean);
  const letters: Letter[] = [];
  for (const letter of clean) {
    const codePoint = letter.codePointAt(0)!;
    const last = letters.at(-1);
    // What was left out leaves one blank behind, not two.
    if (letter === " " && last?.text === " ") continue;
    if (last && isAttached(letter) && last.font.has(codePoint)) {
      letters.push({ ...last, text: letter, codePoint });
      continue;
    }
    const found = firstWith(codePoint, chain, fonts, japanese);
    if (found) letters.push({ text: letter, codePoint, ...found });
  }
  return letters;
}

export const isJapanese = (text: string) => /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);

/** Chinese and Japanese share most of their signs; a line is drawn in the face of its own script. */
const comesLater = ({ subset }: FontFile, japanese: boolean) =>
  subset === (japanese ? "chinese-simplified" : "japanese");

/** The first file has most letters, so that the rest of the chain is looked through for the others alone. */
export function firstWith<F extends Pick<Font, "has">>(
  codePoint: number,
  chain: readonly FontFile[],
  fonts: (name: string) => F | undefined,
  japanese: boolean,
) {
  for (const isLater of [false, true]) {
    for (const file of chain) {
      if (comesLater(file, japanese) !== isLater || !isOfSubset(file.subset, codePoint)) continue;
      const font = fonts(file.name);
      if (!font) return null;
      if (font.has(codePoint)) return { file: file.name, font };
    }
  }
  return null;
}

/** The letters of a text that no font has, once each; for a screen that tells of them. */
export function missingLetters(text: string, family: string, weight: number, fonts: Fonts): string[] {
  const drawn = new Set(lettersOf(text, family, weight, fonts).map((letter) => letter.text));
  return [...new Set(printable(text))].filter((letter) => letter !== " " && !drawn.has(letter));
}
