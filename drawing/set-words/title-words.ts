import { clustersOf } from "../text/letters.ts";

/** A word, or a part of one at whose end a line may end as well: in a script that sets no spaces, or of a very long one. */
export interface Word {
  text: string;
  /** It follows the one before without a space. */
  isJoined: boolean;
}

/** A word as it stands in a line, in whose words it is the one `at`. */
export const inLine = ({ text, isJoined }: Word, at: number): string =>
  at === 0 || isJoined ? text : ` ${text}`;

export const joinWords = (words: readonly Word[]): string => words.map(inLine).join("");

export const wordsOfTitle = (title: string): Word[] =>
  title
    .split(" ")
    .flatMap((word) =>
      partsOf(word)
        .flatMap(piecesOf)
        .map((text, at): Word => ({ text, isJoined: at > 0 })),
    )
    .filter(({ text }) => text !== "");

/** Of more letters in one line none can be read, and a design takes none so small. */
const mostLetters = 36;

/** Nearly as long as each other. */
function piecesOf(word: string): string[] {
  const letters = clustersOf(word);
  const length = Math.ceil(letters.length / Math.ceil(letters.length / mostLetters));
  return letters.flatMap((_, at) => (at % length === 0 ? letters.slice(at, at + length).join("") : []));
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const segmenter = new Intl.Segmenter("ja", { granularity: "word" });

/** What no line begins with: particles and endings, which belong to the word before. */
const enclitic =
  /^(\p{Script=Hiragana}|ー|から|まで|より|だけ|です|ます|した|する|って|とは|には|では|でも|ない|たい|[的了吗呢吧们着过得地ๆ])$/u;
const opening = /[\p{Ps}\p{Pi}]$/u;
const counted = /^\p{Nd}+$/u;
const counter = /^[\p{Script=Han}\p{Script=Katakana}]{1,2}$/u;

/** By the dictionaries that the runtime has of these scripts; a number keeps what it counts, a bracket what it holds. */
function partsOf(word: string): string[] {
  if (!unspaced.test(word)) return [word];
  const parts: string[] = [];
  for (const { segment, isWordLike } of segmenter.segment(word)) {
    const last = parts.at(-1) ?? "";
    const follows = (!isWordLike && !opening.test(segment)) || enclitic.test(segment);
    const isCounter = counted.test(last) && counter.test(segment);
    if (last !== "" && (follows || isCounter || opening.test(last))) parts.push(`${parts.pop()}${segment}`);
    else parts.push(segment);
  }
  return parts;
}
