/** 24 hexadecimal digits: the id that a message gets, so that sending it twice makes it stand once. */
export function newMessageKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
