/** A word or a value as badges write it: 'open' as 'Open'. */
export function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Values as the options of a select. */
export function optionsOf(values: readonly string[]): { value: string; label: string }[] {
  return values.map((value) => ({ value, label: capitalized(value) }));
}
