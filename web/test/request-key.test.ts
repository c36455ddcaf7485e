import { expect, test, vi } from "vitest";
import { requestKey } from "#web/api/client.ts";

test("a request's id is made on a plain-HTTP origin too, where a browser has no randomUUID", () => {
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const keys = [requestKey(), requestKey()];
  vi.unstubAllGlobals();
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).not.toBe(keys[0]);
  expect(requestKey(12)).toHaveLength(24);
});
