/** As many as the screen's six characters allow of the list's head; ASVS 6.2.4 asks for 3,000. */
const known = 10_000;

/** A short part again and again ("121212"), or digits in their order, either way ("654321"). */
const repeated = /^(.{1,3}?)\1+$/u;
const inOrder = ["01234567890123456789", "98765432109876543210"];

let list: Promise<ReadonlySet<string>> | undefined;

/** Whether a password, in lower case, is among those that are guessed first. */
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
