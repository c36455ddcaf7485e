import { expect, test } from "vitest";
import { siteAddress } from "#server/platform/http/render-page.ts";

test.each([
  ["/about?x=//y", "/about?x=//y"],
  ["/", "/"],
  ["//evil.example/user", "/evil.example/user"],
  ["/\\\\evil.example/user", "/evil.example/user"],
  ["///evil.example", "/evil.example"],
  ["http://evil.example/user", "/http://evil.example/user"],
  ["/../../etc/passwd", "/etc/passwd"],
])("a page that is asked for as %s is one of this site", (url, path) => {
  const address = siteAddress(url, "https://shop.example");
  expect(address.origin).toBe("https://shop.example");
  expect(address.pathname + address.search).toBe(path);
});
