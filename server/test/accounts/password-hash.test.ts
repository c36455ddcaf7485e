import { expect, test } from "vitest";
import { readConfig } from "#server/config.ts";
import { hashPassword, verifyPassword } from "#server/features/accounts/auth/password-hash.ts";
import { ensureFirstAdmin } from "#server/features/accounts/first-admin.ts";
import { openTestShop } from "../helpers/test-shop.ts";

const { passwordCost } = readConfig({});

test("a password is kept as Argon2id with at least what OWASP recommends, and differently each time", async () => {
  const hashes = await Promise.all([1, 2].map(() => hashPassword("a good password", passwordCost)));
  expect(hashes[0]).not.toBe(hashes[1]);
  for (const hash of hashes) {
    const [, memory, passes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$/.exec(hash)!;
    expect(Number(memory)).toBeGreaterThanOrEqual(19_456);
    expect(Number(passes)).toBeGreaterThanOrEqual(2);
    expect(hash).not.toContain("good");
    expect(await verifyPassword("a good password", hash)).toBe(true);
    expect(await verifyPassword("a Good password", hash)).toBe(false);
  }
});

test("the shop keeps the first admin's password and a new person's at that cost", async () => {
  const shop = await openTestShop({ config: { passwordCost } });
  await shop.signUp();
  await ensureFirstAdmin(shop.platform);
  const { rows } = await shop.platform.db.execute<{ password: string }>("select password from identities");
  expect(rows).toHaveLength(2);
  for (const { password } of rows) expect(password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test("a hash of another kind, and none at all, let nobody in", async () => {
  for (const hash of ["", "a good password", "$2b$10$abcdefghijklmnopqrstuv", "$argon2id$v=19$m=1$x$y"])
    expect(await verifyPassword("a good password", hash)).toBe(false);
});

test("while passwords are hashed the process goes on with everything else", async () => {
  let turns = 0;
  let hashing = true;
  const turn = (): void => {
    turns += 1;
    if (hashing) setImmediate(turn);
  };
  setImmediate(turn);
  await Promise.all([1, 2, 3, 4].map((number) => hashPassword(`password ${number}`, passwordCost)));
  hashing = false;
  expect(turns).toBeGreaterThan(10);
});
