import { expect, test } from "vitest";
import { createEncryption } from "#server/platform/encryption.ts";

const secret = "first secret of the shop, long enough";

test("a sealed text opens only for its purpose and under its secret", () => {
  const box = createEncryption(secret);
  const sealed = box.encrypt("client secret", "paypal:live");
  expect(sealed).not.toContain("client secret");
  expect(box.decrypt(sealed, "paypal:live")).toBe("client secret");
  expect(() => box.decrypt(sealed, "paypal:sandbox")).toThrow();
  expect(() =>
    createEncryption("another secret of the shop, long too").decrypt(sealed, "paypal:live"),
  ).toThrow(/APP_SECRET/);
});

test("every flipped byte of a sealed text is detected, and every change of its form", () => {
  const box = createEncryption(secret);
  const sealed = box.encrypt("key", "p");
  const [version, id, ...parts] = sealed.split(".");
  for (const part of [0, 1]) {
    const bytes = Buffer.from(parts[part]!, "base64url");
    for (let index = 0; index < bytes.length; index += 1) {
      for (let bit = 0; bit < 8; bit += 1) {
        const changed = Buffer.from(bytes);
        changed[index]! ^= 1 << bit;
        const forged = parts.with(part, changed.toString("base64url"));
        expect(() => box.decrypt([version, id, ...forged].join("."), "p")).toThrow();
      }
    }
  }
  for (let end = 0; end < sealed.length; end += 1)
    expect(() => box.decrypt(sealed.slice(0, end), "p")).toThrow();
  expect(() => box.decrypt(sealed.replace("v1", "v2"), "p")).toThrow();
});

test("after a change of secret the old texts open and can be sealed anew", () => {
  const sealed = createEncryption(secret).encrypt("key", "p");
  const box = createEncryption("second secret of the shop, long enough", [secret]);
  expect(box.decrypt(sealed, "p")).toBe("key");
  const fresh = box.reencrypt(sealed, "p")!;
  expect(createEncryption("second secret of the shop, long enough").decrypt(fresh, "p")).toBe("key");
  expect(box.reencrypt(fresh, "p")).toBeNull();
  expect(() => box.reencrypt(sealed, "another purpose")).toThrow();
});
