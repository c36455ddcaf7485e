import { randomBytes, randomInt } from "node:crypto";

/** 24 hexadecimal digits: seconds first, so that new rows lie together in an index, then 64 random bits. */
export function newId(now = Date.now()): string {
  const seconds = Math.floor(now / 1000)
    .toString(16)
    .padStart(8, "0");
  return seconds + randomBytes(8).toString("hex");
}

export function isId(text: string): boolean {
  return /^[0-9a-f]{24}$/.test(text);
}

const codeAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/** The 8 characters of an order or payment id. Uniqueness is the table's to hold; a clash is tried again. */
export function newCode(length = 8): string {
  return Array.from({ length }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join("");
}
