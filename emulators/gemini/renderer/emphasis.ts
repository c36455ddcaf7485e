const strongWords = new Set(
  (
    "best worst never always secret secrets truth free fast easy first last only why how stop start win winning " +
    "fail failed mistake mistakes ultimate insane crazy epic huge tiny perfect simple hidden new now instantly " +
    "million billion money rich cheap expensive beginner beginners pro hacks hack tips tricks guide review vs " +
    "real fake challenge everything nothing impossible shocking amazing"
  ).split(" "),
);

const weakWords = new Set(
  (
    "a an the and or but of to in on at by for from with my your our his her their its is are was were be been " +
    "i you we they it this that these those as so if then than into about will can do does did not no up out " +
    "what when where who which while every after before"
  ).split(" "),
);

/**
 * The word a designer would set in the second colour: an amount or number first, then a word in capitals, a
 * strong word, and else the longest that carries meaning. -1 for a title of one word.
 */
export function emphasisedWord(words: readonly string[]): number {
  if (words.length < 2) return -1;
  const allCapitals = words.every((word) => word === word.toUpperCase());
  let chosen = -1;
  let highest = 0;
  for (const [index, word] of words.entries()) {
    const plain = word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
    let score = weakWords.has(plain) ? 0 : Math.min(plain.length, 12) / 4 + index / 100;
    if (strongWords.has(plain)) score += 6;
    if (!allCapitals && plain.length > 1 && /\p{L}/u.test(word) && word === word.toUpperCase()) score += 8;
    if (/\d/.test(word)) score += 10;
    if (score > highest) {
      highest = score;
      chosen = index;
    }
  }
  return chosen;
}
