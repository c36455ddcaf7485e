const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/** 8 random characters of A-Z and 0-9: the browser's own id of an order, which makes a repeat the same order. */
export function newClientOrderId(): string {
  // 252 is the largest multiple of 36 in a byte; larger values would favour some characters.
  const picked: string[] = [];
  while (picked.length < 8) {
    for (const byte of crypto.getRandomValues(new Uint8Array(16))) {
      if (byte < 252 && picked.length < 8) picked.push(letters[byte % 36]!);
    }
  }
  return picked.join("");
}
