import { expect, test } from "vitest";
import { afterTelling, afterValue } from "#web/ui/told.ts";

const told = (told: string[], seen = "June") => ({ seen, told });
const taken = (text: string) => ({ text });

test("a value that was told and taken back by typing the present one takes the field over when it comes from elsewhere", () => {
  const draft = { text: "June", ...told(["May"]) };
  const back = { ...draft, told: afterTelling(draft, "June") };
  expect(afterValue<string, typeof back>(back, "May", taken)).toEqual({ text: "May", seen: "May", told: [] });
});

test("what is told waits for its turn behind what was told before", () => {
  expect(afterTelling(told(["May"]), "April")).toEqual(["May", "April"]);
});
