import { createHash, randomBytes, randomInt } from "node:crypto";

/** 24 hexadecimal digits: seconds first, so that new rows lie together in an index, then 64 random bits. */
export function newId(now = Date.now()): string {
  const seconds = Math.floor(now / 1000)
    .toString(16)
    .padStart(8, "0");
  return seconds + randomBytes(8).toString("hex");
}

/**
 * The same for the same request, so that one that is sent again finds its row without a column. Made of who sends as well
 * as of their key, so that nobody's key leads to a row of somebody else. Without a key it is a new one.
 */
export function idOfRequest(from: readonly string[], idempotencyKey: string | undefined): string {
  if (idempotencyKey === undefined) return newId();
  return createHash("sha256")
    .update(JSON.stringify([...from, idempotencyKey]))
    .digest("hex")
    .slice(0, 24);
}

export function isId(text: string): boolean {
  return /^[0-9a-f]{24}$/.test(text);
}

const codeAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/** The 8 characters of an order or payment id. Uniqueness is the table's to hold; a clash is tried again. */
export function newCode(): string {
  return Array.from({ length: 8 }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join("");
}
