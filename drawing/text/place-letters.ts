import type { Letter } from "./letters.ts";
import { fromLeft, hasRightToLeft, levelsOf, mirrored } from "./reading-order.ts";

export interface Filled extends Letter {
  fill: string;
}

/** What is drawn at one place: a letter, or in a line from right to left all those that are joined. Lengths in em. */
export interface Piece extends Pick<Filled, "text" | "file" | "font" | "fill"> {
  /** From the line's left. */
  x: number;
  width: number;
}

export interface Placed {
  /** From left to right; blanks need no drawing. */
  pieces: Piece[];
  width: number;
}

/** These letters hang from a line that goes on from one to the next. */
const hanging = /\p{Script=Devanagari}/u;

/**
 * The letters of a line at their places. None is left to how a renderer advances: where a letter is made of several glyphs,
 * the server's takes the widest one's width for that of all.
 */
export function placeLetters(letters: readonly Filled[], letterSpacing: number): Placed {
  const text = letters.map((letter) => letter.text).join("");
  if (hasRightToLeft(text)) return placeFromRight(letters, levelsOf(text));
  const spacing = hanging.test(text) ? 0 : letterSpacing;
  const pieces: Piece[] = [];
  let pen = 0;
  for (const [index, letter] of letters.entries()) {
    const last = letters[index - 1];
    if (last) pen += spacing;
    if (last?.file === letter.file && isPlain(last) && isPlain(letter))
      pen += letter.font.kerning(last.codePoint, letter.codePoint);
    const width = isPlain(letter) ? letter.font.advance(letter.codePoint) : letter.font.width(letter.text);
    if (letter.text !== " ") pieces.push({ ...letter, x: pen, width });
    pen += width;
  }
  return { pieces, width: pen };
}

/** A character alone, without marks. */
const isPlain = ({ text, codePoint }: Letter) => text === String.fromCodePoint(codePoint);

/** A line with Hebrew or Arabic. Joined letters are shaped together; what is read in another direction stands apart. */
function placeFromRight(letters: readonly Filled[], levels: readonly number[]): Placed {
  let at = 0;
  const levelOf = (letter: Filled) => {
    const level = levels[at]!;
    at += letter.text.length;
    return level;
  };
  const words = fromLeft(letters.map(levelOf), (from, to, level) =>
    joinedWords(letters.slice(from, to), level === 1),
  );
  let pen = 0;
  const pieces: Piece[] = [];
  for (const word of words) {
    const width = word.text === " " ? word.font.advance(0x20) : word.font.width(word.text);
    if (word.text !== " ") pieces.push({ ...word, x: pen, width });
    pen += width;
  }
  return { pieces, width: pen };
}

/**
 * The words of a stretch of one direction from left to right. From right to left, a sign that is no letter is turned by its
 * place alone, and brackets open to where reading goes on.
 */
function joinedWords(stretch: readonly Filled[], isFromRight: boolean): Filled[] {
  const words: Filled[] = [];
  for (const letter of stretch) {
    const last = words.at(-1);
    const isApart = letter.text === " " || (isFromRight && !hasRightToLeft(letter.text));
    const isJoined = last?.file === letter.file && last.fill === letter.fill && last.text !== " " && !isApart;
    if (isJoined && (!isFromRight || hasRightToLeft(last.text))) last.text += letter.text;
    else words.push({ ...letter, text: isFromRight ? mirrored(letter.text) : letter.text });
  }
  return isFromRight ? words.reverse() : words;
}
