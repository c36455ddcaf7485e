import { expect, test } from "vitest";
import { pageWindow } from "#web/ui/table-pagination.tsx";

test("few pages are all shown", () => {
  expect(pageWindow(1, 1)).toEqual([1]);
  expect(pageWindow(2, 5)).toEqual([1, 2, 3, 4, 5]);
  expect(pageWindow(1, 0)).toEqual([]);
});

test("five numbers around the present page, with the ends and an ellipsis for what is left out", () => {
  expect(pageWindow(1, 20)).toEqual([1, 2, 3, 4, 5, "gap", 20]);
  expect(pageWindow(10, 20)).toEqual([1, "gap", 8, 9, 10, 11, 12, "gap", 20]);
  expect(pageWindow(20, 20)).toEqual([1, "gap", 16, 17, 18, 19, 20]);
});

test("an ellipsis never hides a single page", () => {
  expect(pageWindow(5, 9)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(pageWindow(6, 20)).toEqual([1, "gap", 4, 5, 6, 7, 8, "gap", 20]);
  expect(pageWindow(5, 20)).toEqual([1, 2, 3, 4, 5, 6, 7, "gap", 20]);
});

test("the present page is always among them, each page at most once and in order", () => {
  for (let pages = 1; pages <= 30; pages++) {
    for (let page = 1; page <= pages; page++) {
      const numbers = pageWindow(page, pages).filter((entry) => entry !== "gap");
      expect(numbers).toContain(page);
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
      expect(numbers.at(0)).toBe(1);
      expect(numbers.at(-1)).toBe(pages);
    }
  }
});
