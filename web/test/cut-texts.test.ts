import { expect, test } from "vitest";
import { startOf } from "#contract/plain-text.ts";
import { shortName } from "#web/features/admin-orders/order-kinds.ts";
import { nameOf } from "#web/features/references/use-new-pictures.ts";

test("what is cut from a text is as long as its field holds, and ends in no half character", () => {
  expect([startOf("🦊🦊", 3), startOf("a🦊", 2), startOf("🦊🦊", 4), startOf("abc", 2)]).toEqual([
    "🦊",
    "a",
    "🦊🦊",
    "ab",
  ]);
});

test("an item's name is short at thirty characters, however wide each is", () => {
  expect(shortName("🦊".repeat(30))).toBe("🦊".repeat(30));
  expect(shortName(`a${"🦊".repeat(30)}`)).toBe(`a${"🦊".repeat(29)}…`);
});

test("a picture is called as its file without the ending, cut by whole characters", () => {
  expect(nameOf(new File([], "Team day.png"))).toBe("Team day");
  expect(nameOf(new File([], `${"n".repeat(99)}🦊 and more.png`))).toBe("n".repeat(99));
});
