/** Where a phone number leads: an extension and whatever else is written behind the number is not dialled with it. */
export function phoneLink(phone: string): string {
  const number = /[+\d][^\p{L}#,;]*/u.exec(phone)?.[0] ?? "";
  return `tel:${number.replace(/[^\d+]/g, "")}`;
}
