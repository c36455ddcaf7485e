import { joinWords, type Word } from "./title-words.ts";

const strong = new Set(
  (
    "best worst never always secret secrets truth free fast easy first last only why how stop start win winning " +
    "fail failed mistake mistakes ultimate insane crazy epic huge tiny perfect simple hidden new now instantly " +
    "million billion money rich cheap expensive beginner beginners pro hacks hack tips tricks guide review vs " +
    "real fake challenge everything nothing impossible shocking amazing"
  ).split(" "),
);

const weak = new Set(
  (
    "a an the and or but of to in on at by for from with my your our his her their its is are was were be been " +
    "i you we they it this that these those as so if then than into about will can do does did not no up out " +
    "what when where who which while every after before " +
    // Those of other languages that a line is just as badly ended by.
    "de la le les el los las un une una y et del des du en por para con der die das den dem ein eine und mit von zu " +
    "в на и за с по к о у от до из не il lo gli e di da o os as um uma"
  ).split(" "),
);

const plain = (word: string) => word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Says little by itself: an article, a preposition, a pronoun. */
export const isWeak = (word: string) => weak.has(plain(word));

/**
 * The word a designer would set in the second colour: an amount or number first, then a word in capitals, a
 * strong word, and else the longest that carries meaning. -1 for a title of one word.
 */
export function carryingWord(words: readonly string[]): number {
  if (words.length < 2) return -1;
  const allCapitals = words.every((word) => word === word.toUpperCase());
  let chosen = -1;
  let highest = 0;
  for (const [index, word] of words.entries()) {
    const letters = plain(word);
    let score = weak.has(letters) ? 0 : Math.min(letters.length, 12) / 4 + index / 100;
    if (strong.has(letters)) score += 6;
    // A script without capitals has none to stand out by.
    if (!allCapitals && letters.length > 1 && /\p{Lu}/u.test(word) && word === word.toUpperCase()) score += 8;
    if (/\d/.test(word)) score += 10;
    if (score > highest) {
      highest = score;
      chosen = index;
    }
  }
  return chosen;
}

/** Letters of Turkish and its neighbours alone, or shared with Romanian and Kurdish, which those here tell apart. */
const turkish = /[ıİğĞəƏ]|^(?!.*[ăĂţŢțȚêÊîÎ]).*[şŞ]/u;

/**
 * Words in capitals, by the rules of the language that the letters of their title tell: nobody says which it is. Turkish
 * keeps the dot of its i, Greek drops accents, Lithuanian the dot below one. All else is as Unicode has it, ß as SS:
 * not each face has its capital.
 */
export function inCapitals(words: readonly Word[]): Word[] {
  const title = joinWords(words);
  const told = [
    ["tr", turkish],
    ["el", /\p{Script=Greek}/u],
    ["lt", /\u0307[\u0300\u0301\u0303]/u],
  ] as const;
  const locale = told.find(([, letters]) => letters.test(title))?.[0] ?? "en";
  return words.map(({ text, isJoined }) => ({
    text: text.toLocaleUpperCase(locale).normalize("NFC"),
    isJoined,
  }));
}

/** How bad it reads to end a line behind this word; `rest` are the words of the next line. */
function breakCost({ text: word }: Word, rest: readonly Word[], isLastLine: boolean): number {
  const next = rest[0]!;
  let cost = next.isJoined ? 0.2 : 0;
  if (/[,.:;!?…)–—|-]$/.test(word)) cost -= 0.35;
  else if (isWeak(word)) cost += 1;
  // An amount stays with what it counts.
  if (/^[$€£#]?\d[\d.,]*[%k+]?$/i.test(word)) cost += 0.5;
  if (/^[-–—&|/]/.test(next.text)) cost += 0.4;
  if (isLastLine && rest.length === 1 && plain(next.text).length <= 3 && !/\d/.test(next.text)) cost += 1.2;
  return cost;
}

export interface Breaks {
  lines: Word[][];
  cost: number;
}

/** All ways to break the words into this many lines, with what each costs a reader. */
export function breaksInto(words: readonly Word[], count: number): Breaks[] {
  if (count > words.length) return [];
  if (count === 1) return [{ lines: [[...words]], cost: 0 }];
  const found: Breaks[] = [];
  for (let first = 1; first <= words.length - count + 1; first += 1) {
    const line = words.slice(0, first);
    for (const rest of breaksInto(words.slice(first), count - 1)) {
      const cost = breakCost(line.at(-1)!, rest.lines[0]!, count === 2);
      found.push({ lines: [line, ...rest.lines], cost: cost + rest.cost });
    }
  }
  return found;
}
