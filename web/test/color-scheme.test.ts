import { expect, test } from "vitest";
import { colorSchemeOf, cookieValue } from "#web/ui/color-scheme.ts";

test("the kept scheme is read among other cookies; anything foreign means the system's", () => {
  expect(colorSchemeOf("a=1; color-scheme=dark; sidebar=open")).toBe("dark");
  expect(colorSchemeOf("color-scheme=light")).toBe("light");
  expect(colorSchemeOf("color-scheme=auto")).toBe("auto");
  expect(colorSchemeOf('color-scheme="><script>')).toBe("auto");
  expect(colorSchemeOf("my-color-scheme=dark")).toBe("auto");
  expect(colorSchemeOf(undefined)).toBe("auto");
});

test("a cookie's value may hold an equals sign", () => {
  expect(cookieValue("token=a=b; x=1", "token")).toBe("a=b");
});
