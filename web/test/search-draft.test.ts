import { expect, test } from "vitest";
import { followed } from "#web/ui/table-controls.tsx";

const typed = { text: "abc", isWaiting: true, seen: "", told: ["ab"] };

test("what is typed stays while the address still states the former search", () => {
  expect(followed(typed, "")).toBe(typed);
});

test("what was typed since the search was asked for stays when the address follows", () => {
  expect(followed(typed, "ab")).toEqual({ text: "abc", isWaiting: true, seen: "ab", told: [] });
});

test("what is typed stays when the address states a search that was asked for before the last one", () => {
  const asked = { ...typed, told: ["a", "ab"] };
  expect(followed(asked, "a")).toEqual({ ...typed, seen: "a", told: ["ab"] });
  expect(followed(asked, "ab")).toEqual({ ...typed, seen: "ab", told: [] });
});

test("a search from elsewhere takes the box over, also one that was typed before, and ends what was to be asked for", () => {
  const back = followed({ text: "abc", isWaiting: true, seen: "ab", told: [] }, "");
  expect(back).toEqual({ text: "", isWaiting: false, seen: "", told: [] });
  expect(followed(back, "ab").text).toBe("ab");
});
