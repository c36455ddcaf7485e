/**
 * A request's own id, by which the server knows a repeat: random hexadecimal digits, two for each byte.
 * `crypto.randomUUID` would need a secure origin, which a shop in a home network is not.
 */
export function requestKey(bytes = 16): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(random, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
