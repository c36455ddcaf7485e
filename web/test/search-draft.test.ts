import { expect, test } from "vitest";
import { followed } from "#web/ui/table-controls.tsx";

const typed = { text: "abc", seen: "", told: "ab" };

test("what is typed stays while the address still states the former search", () => {
  expect(followed(typed, "")).toBe(typed);
});

test("what was typed since the search was asked for stays when the address follows", () => {
  expect(followed(typed, "ab")).toEqual({ text: "abc", seen: "ab", told: "ab" });
});

test("a search from elsewhere takes the box over, also one that was typed before", () => {
  const back = followed({ text: "ab", seen: "ab", told: "ab" }, "");
  expect(back).toEqual({ text: "", seen: "", told: "" });
  expect(followed(back, "ab").text).toBe("ab");
});
