/** So many are refused of those on the list that have the six characters of a password; ASVS 6.2.4 asks for 3,000. */
export const known = 10_000;

/** One character, also by itself, or a short part again and again ("121212"); digits in their order, either way. */
const repeated = /^(.)\1*$|^(.{2,3})\2+$/u;
const inOrder = ["01234567890123456789", "98765432109876543210"];

let list: Promise<ReadonlySet<string>> | undefined;

/** Whether a password, trimmed and in lower case, is among those that are guessed first. */
export async function isCommonPassword(text: string): Promise<boolean> {
  if (repeated.test(text) || inOrder.some((digits) => digits.includes(text))) return true;
  // The list is read with the first password that is set, so that a start does not wait for it.
  list ??= readList();
  return (await list).has(text);
}

async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"].filter(({ length }) => length >= 6).slice(0, known));
}
