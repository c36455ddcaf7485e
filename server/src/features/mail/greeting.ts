/**
 * How a mail begins. Nobody has proven that an e-mail is theirs, nor that a name is one: an address in a stranger's name
 * would be a link to it in a mail that the shop has sent.
 */
export function greeting(name: string): string {
  return holdsAddress(name) ? "Hello," : `Hello ${isolated(name)},`;
}

/**
 * What a person wrote, within a sentence of the shop's. From right to left it would turn the signs and numbers beside it:
 * https://www.unicode.org/reports/tr9/#Explicit_Directional_Isolates
 */
export function isolated(text: string): string {
  return /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(text)
    ? `\u2068${text}\u2069`
    : text;
}

/** The name that somebody gave to a thing, as a mail may say it behind that. */
export const quoted = (name: string) =>
  holdsAddress(name) ? "whose name is left out here" : `'${isolated(name)}'`;

/** A host as people can read it and no program makes a link of it. */
export const unlinked = (url: string) => new URL(url).host.replaceAll(".", "[.]");

/** Whether a program that shows mails could make a link of something in it. */
export function holdsAddress(text: string): boolean {
  return /\/|[\p{L}\p{N}]\.[\p{L}\p{N}]/u.test(text.normalize("NFKC"));
}
