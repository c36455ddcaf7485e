/**
 * How a mail begins. Nobody has proven that an e-mail is theirs, nor that a name is one: an address in a stranger's name
 * would be a link to it in a mail that the shop has sent.
 */
export function greeting(name: string): string {
  return holdsAddress(name) ? "Hello," : `Hello ${name},`;
}

/** Whether a program that shows mails could make a link of something in it. */
export function holdsAddress(text: string): boolean {
  return /\/|[\p{L}\p{N}]\.[\p{L}\p{N}]/u.test(text.normalize("NFKC"));
}
