import { expect, test } from "vitest";
import { counted } from "#contract/counted.ts";

test("one of a kind is no plural, and thousands are parted", () => {
  expect([0, 1, 2, 1200].map((count) => counted(count, "day"))).toEqual([
    "0 days",
    "1 day",
    "2 days",
    "1,200 days",
  ]);
});
