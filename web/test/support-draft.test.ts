import { expect, test } from "vitest";
import { addedSince } from "#web/features/support/draft.ts";

test.each([
  ["Hello", "Hello", ""],
  ["Hello \n", "Hello \n", ""],
  ["Hello", "Hello\n\nThank you.", "Thank you."],
  ["Hello", "", ""],
  ["Hello", "Another text", "Another text"],
])("of a text %j that became %j while it was sent, %j is not sent yet", (sent, now, left) => {
  expect(addedSince(sent, now)).toBe(left);
});
