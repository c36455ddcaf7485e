/** Case, punctuation, line breaks and blanks aside. As capitals, in which most titles are lettered: ß is SS. */
function lettersOf(text: string): string {
  const plain = text.normalize("NFKC").toLowerCase().toUpperCase();
  return plain.replace(/[^\p{L}\p{M}\p{N}]/gu, "");
}

/** Whether a title has anything that can be spelt. */
export function hasLetters(title: string): boolean {
  return lettersOf(title) !== "";
}

/** Below it a text is no misspelling of the other, but a text of its own. */
const leastAlike = 0.4;

/**
 * Whether the words that were read are the title's. Null where the two have so little in common that the reader is to be
 * doubted and not the picture: another language, nonsense, nothing at all.
 */
export function compareWords(read: string, title: string): { matches: boolean } | null {
  const [left, right] = [lettersOf(read), lettersOf(title)];
  if (left === right) return { matches: true };
  return alikeness(left, right) < leastAlike ? null : { matches: false };
}

/** The share of pairs of neighbouring letters that two texts have in common, 0 to 1 (Sørensen and Dice). */
function alikeness(left: string, right: string): number {
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
function pairsOf(text: string): string[] {
  const letters = text === "" ? [] : [" ", ...text, " "];
  return letters.slice(1).map((letter, at) => letters[at]! + letter);
}
