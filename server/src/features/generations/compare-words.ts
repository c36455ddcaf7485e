/** Case, punctuation and line breaks aside. As capitals, in which most titles are lettered: ß is SS. */
function wordsOf(text: string): string[] {
  const plain = text.normalize("NFKC").toLowerCase().toUpperCase();
  return plain.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== "");
}

const lettersOf = (text: string): string => wordsOf(text).join("");

/** What a person asked for beside the title. */
export interface Asked {
  prompts: readonly string[];
  /** The instructions by which the picture, and those that it was made from, were changed. */
  changes: readonly string[];
}

/** Whether a title has anything that can be spelt. */
export function hasLetters(title: string): boolean {
  return lettersOf(title) !== "";
}

/** Below it two texts have few pairs of letters in common, as a short title and its misspelling do too. */
const leastAlike = 0.4;
/** More changed letters of a title, and no fewer than two, make it a text of its own. */
const mostChanged = 0.6;

/**
 * Whether the words that were read are the title's. Null where the two have so little in common that the reader is to be
 * doubted and not the picture: another language, nonsense, nothing at all. Null as well where the person's prompts asked for
 * just these words, or a change of the picture for others than before: then it is as it was wanted, and a misspelling that
 * is asked for brings no free take.
 */
export function compareWords(
  read: string,
  title: string,
  { prompts, changes }: Asked = { prompts: [], changes: [] },
): { matches: boolean } | null {
  const [left, right] = [lettersOf(read), lettersOf(title)];
  if (left === right) return { matches: true };
  const isWanted = prompts.some((prompt) => asksFor(prompt, left, title)) || isOfChange(read, title, changes);
  return isWanted || isItsOwn(left, right) ? null : { matches: false };
}

/**
 * Whether a change may have brought the words: nothing was added to the title's, or it names one that came or one that
 * went. What else it makes of them nobody can tell: "one more day", "in Spanish".
 */
function isOfChange(read: string, title: string, changes: readonly string[]): boolean {
  if (changes.length === 0) return false;
  const [said, before, named] = [read, title, changes.join(" ")].map(partsOf) as [
    string[],
    string[],
    string[],
  ];
  const added = said.filter((word) => !before.includes(word));
  const gone = before.filter((word) => !said.includes(word));
  return added.length === 0 || [...added, ...gone].some((word) => named.includes(word));
}

/** Of scripts that part their words by nothing each letter counts. */
const partsOf = (text: string): string[] =>
  wordsOf(text).flatMap((word) => (unparted.test(word) ? [...word] : word));
const unparted = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}]/u;

/**
 * Whether words of a prompt that follow each other are these letters. Its mentions of the title ask for all of the title;
 * words of it stand in most prompts, and ask for a part alone where they are quoted.
 */
function asksFor(prompt: string, letters: string, title: string): boolean {
  if (lettersOf(title).includes(letters))
    return [...prompt.matchAll(quoted)].some(([, words]) => lettersOf(words!) === letters);
  const line = (text: string) => ` ${wordsOf(text).join("  ")} `;
  return line(prompt)
    .split(line(title))
    .map(wordsOf)
    .some((words) => words.some((_, from) => beginWith(words.slice(from), letters)));
}

const quoted = /["'“”„«‘’「『]([^"'“”„«»‘’「」『』]+)["'“”»‘’」』]/g;

function beginWith(words: readonly string[], letters: string): boolean {
  let text = "";
  for (const word of words) {
    text += word;
    if (text.length >= letters.length) break;
  }
  return text === letters;
}

/** Whether what was read is no misspelling of a title, but a text of its own. */
function isItsOwn(read: string, title: string): boolean {
  const [left, right] = [[...read], [...title]];
  if (alikeness(left, right) >= leastAlike) return false;
  const changed = distance(left, right);
  const hasNoneOfIt = changed === Math.max(left.length, right.length);
  return hasNoneOfIt || changed > Math.max(2, right.length * mostChanged);
}

/** Letters that were added, left out, exchanged or swapped with the next one (optimal string alignment). */
function distance(left: readonly string[], right: readonly string[]): number {
  const rows = [right.map((_, at) => at)];
  rows[0]!.push(right.length);
  left.forEach((letter, up) => {
    const [before, above] = [rows[up - 1], rows[up]!];
    const row = [up + 1];
    right.forEach((other, at) => {
      const exchanged = above[at]! + (letter === other ? 0 : 1);
      const isSwapped = letter === right[at - 1] && left[up - 1] === other;
      const swapped = isSwapped ? before![at - 1]! + 1 : Infinity;
      row.push(Math.min(exchanged, swapped, above[at + 1]! + 1, row[at]! + 1));
    });
    rows.push(row);
  });
  return rows[left.length]![right.length]!;
}

/** The share of pairs of neighbouring letters that two texts have in common, 0 to 1 (Sørensen and Dice). */
function alikeness(left: readonly string[], right: readonly string[]): number {
  const pairs = new Map<string, number>();
  for (const pair of pairsOf(left)) pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  let common = 0;
  for (const pair of pairsOf(right)) {
    const rest = pairs.get(pair) ?? 0;
    if (rest > 0) common += 1;
    pairs.set(pair, rest - 1);
  }
  const all = pairsOf(left).length + pairsOf(right).length;
  return all === 0 ? 0 : (2 * common) / all;
}

/** With its beginning and end as neighbours, so that a text of one letter has pairs too. */
function pairsOf(text: readonly string[]): string[] {
  const letters = text.length === 0 ? [] : [" ", ...text, " "];
  return letters.slice(1).map((letter, at) => letters[at]! + letter);
}
