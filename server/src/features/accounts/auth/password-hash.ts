import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import type { Config } from "#server/config.ts";

const derive = promisify(argon2);

/** Argon2id; runs in libuv's pool, off the main thread. */
export async function hashPassword(password: string, cost: Config["passwordCost"]): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive("argon2id", {
    message: password.normalize("NFKC"),
    nonce,
    ...cost,
    parallelism: 1,
    tagLength: 32,
  });
  const parameters = `m=${cost.memory},t=${cost.passes},p=1`;
  return `$argon2id$v=19$${parameters}$${nonce.toString("base64url")}$${tag.toString("base64url")}`;
}

export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/.exec(hash);
  if (!match) return false;
  const expected = Buffer.from(match[5]!, "base64url");
  const tag = await derive("argon2id", {
    message: password.normalize("NFKC"),
    nonce: Buffer.from(match[4]!, "base64url"),
    memory: Number(match[1]),
    passes: Number(match[2]),
    parallelism: Number(match[3]),
    tagLength: expected.length,
  });
  return timingSafeEqual(tag, expected);
}
