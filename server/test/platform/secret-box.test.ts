import { expect, test } from "vitest";
import { createSecretBox } from "#server/platform/secret-box.ts";

const secret = "first secret of the shop, long enough";

test("a sealed text opens only for its purpose and under its secret", () => {
  const box = createSecretBox(secret);
  const sealed = box.seal("client secret", "paypal:live");
  expect(sealed).not.toContain("client secret");
  expect(box.open(sealed, "paypal:live")).toBe("client secret");
  expect(() => box.open(sealed, "paypal:sandbox")).toThrow();
  expect(() => createSecretBox("another secret of the shop, long too").open(sealed, "paypal:live")).toThrow(
    /APP_SECRET/,
  );
});

test("every flipped byte of a sealed text is detected", () => {
  const box = createSecretBox(secret);
  const [version, id, iv, body] = box.seal("k", "p").split(".");
  const bytes = Buffer.from(body!, "base64url");
  for (let index = 0; index < bytes.length; index += 1) {
    const changed = Buffer.from(bytes);
    changed[index]! ^= 1;
    expect(() => box.open([version, id, iv, changed.toString("base64url")].join("."), "p")).toThrow();
  }
});

test("after a change of secret the old texts open and are known to be old", () => {
  const sealed = createSecretBox(secret).seal("key", "p");
  const box = createSecretBox("second secret of the shop, long enough", [secret]);
  expect(box.open(sealed, "p")).toBe("key");
  expect(box.isOld(sealed)).toBe(true);
  expect(box.isOld(box.seal("key", "p"))).toBe(false);
});
