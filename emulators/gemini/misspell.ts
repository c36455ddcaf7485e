/** The text as an image model gets it wrong: two letters of its longest word change places, or one is doubled. */
export function misspelt(text: string): string {
  const [longest = ""] = (text.match(/\p{L}{3,}/gu) ?? []).toSorted((a, b) => b.length - a.length);
  if (longest === "") return `${text}${text.at(-1) ?? ""}`;
  const letters = [...longest];
  const middle = Math.floor(letters.length / 2);
  const at = letters.findIndex(
    (letter, index) =>
      index >= middle - 1 && index > 0 && letter !== letters[index + 1] && index + 1 < letters.length,
  );
  if (at > 0) letters.splice(at, 2, letters[at + 1]!, letters[at]!);
  else letters.push(letters.at(-1)!);
  return text.replace(longest, letters.join(""));
}
