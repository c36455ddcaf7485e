import { expect, test } from "vitest";
import { askedSearch, withParams } from "#web/ui/query-in-url.ts";

test("a value that is set leaves all others in, a blank one is taken out", () => {
  expect(withParams("?show=items&page=4", { page: "5", q: "a & b" })).toBe("?show=items&page=5&q=a+%26+b");
  expect(withParams("?show=items&page=4", { page: "" })).toBe("?show=items");
  expect(withParams("?page=4", { page: "" })).toBe("");
});

test("a run that is left and a page that is turned are both kept while the address states neither", () => {
  const address = askedSearch("?run=a&page=2");
  address.change({ page: "" });
  expect(address.change({ run: "" })).toBe("");
});

test("a change starts from the address that is shown once it came from elsewhere", () => {
  const address = askedSearch("");
  address.change({ q: "hat" });
  address.shows("?page=3");
  expect(address.change({ q: "cap" })).toBe("?page=3&q=cap");
});
