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

test("of changes right after each other all are kept, whichever of them the address states meanwhile", () => {
  const address = askedSearch("?page=4");
  address.change({ from: "1", page: "" });
  address.change({ to: "2" });
  address.shows("?from=1");
  expect(address.change({ email: "x" })).toBe("?from=1&to=2&email=x");
  address.shows("?from=1&to=2&email=x");
  expect(address.change({ to: "" })).toBe("?from=1&email=x");
});

test("a change that was taken back is not waited for", () => {
  const address = askedSearch("");
  address.change({ q: "hat" });
  address.change({ q: "" });
  address.shows("");
  address.shows("?q=hat");
  expect(address.change({ page: "2" })).toBe("?q=hat&page=2");
});
