import { expect, test } from "vitest";
import { textOfUnits, unitsOfText } from "#web/features/admin-settings/decimal-input.tsx";
import { displayMicros } from "#web/ui/micros.ts";

test.each([
  ["0.034", 34_000],
  ["0,25", 250_000],
  ["2.", 2_000_000],
  ["1000", 1_000_000_000],
  ["0.0000010", 1],
  ["", null],
  ["0.0000001", Number.NaN],
  ["-1", Number.NaN],
  ["1e3", Number.NaN],
  ["cheap", Number.NaN],
])("%j of a price is read as %j millionths", (text, units) => {
  expect(unitsOfText(text, 6)).toBe(units);
});

test.each(["1,000", "1.000", "12.500"])("%j is never read as a thousandth of what was typed", (text) => {
  for (const decimals of [0, 2]) expect(unitsOfText(text, decimals)).toBe(Number.NaN);
});

test.each(["1,250.50", "1.250,50", "1250.5", "1 250,5"])("the marks of %j say what they part", (text) => {
  for (const decimals of [2, 6]) expect(unitsOfText(text, decimals)).toBe(1250.5 * 10 ** decimals);
});

test("a price is written as it is read, without zeros that say nothing", () => {
  for (const text of ["0.034", "2.5", "1000", "0.000001", "0"])
    expect(textOfUnits(unitsOfText(text, 6), 6)).toBe(text);
  expect(textOfUnits(1_050, 2)).toBe("10.5");
  expect(textOfUnits(7, 0)).toBe("7");
  expect(textOfUnits(null, 6)).toBe("");
});

test.each([
  [0, "$0.00"],
  [1, "$0.0001"],
  [187, "$0.0002"],
  [34_187, "$0.0342"],
  [99_999, "$0.10"],
  [100_000, "$0.10"],
  [1_234_567_890, "$1,234.57"],
])("%d millionths are shown as %s", (micros, shown) => {
  expect(displayMicros(micros, "USD")).toBe(shown);
});
