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

test("every flipped byte of a sealed text is detected, and every change of its form", () => {
  const box = createSecretBox(secret);
  const sealed = box.seal("key", "p");
  const [version, id, ...parts] = sealed.split(".");
  for (const part of [0, 1]) {
    const bytes = Buffer.from(parts[part]!, "base64url");
    for (let index = 0; index < bytes.length; index += 1) {
      for (let bit = 0; bit < 8; bit += 1) {
        const changed = Buffer.from(bytes);
        changed[index]! ^= 1 << bit;
        const forged = parts.with(part, changed.toString("base64url"));
        expect(() => box.open([version, id, ...forged].join("."), "p")).toThrow();
      }
    }
  }
  for (let end = 0; end < sealed.length; end += 1)
    expect(() => box.open(sealed.slice(0, end), "p")).toThrow();
  expect(() => box.open(sealed.replace("v1", "v2"), "p")).toThrow();
});

test("after a change of secret the old texts open and can be sealed anew", () => {
  const sealed = createSecretBox(secret).seal("key", "p");
  const box = createSecretBox("second secret of the shop, long enough", [secret]);
  expect(box.open(sealed, "p")).toBe("key");
  const fresh = box.reseal(sealed, "p")!;
  expect(createSecretBox("second secret of the shop, long enough").open(fresh, "p")).toBe("key");
  expect(box.reseal(fresh, "p")).toBeNull();
  expect(() => box.reseal(sealed, "another purpose")).toThrow();
});
