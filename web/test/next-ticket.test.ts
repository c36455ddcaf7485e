import { expect, test } from "vitest";
import { ticketBeside } from "#web/features/support/next-ticket.ts";

const ids = ["a", "b", "c"];

test("the next ticket after one that left the list is the one that followed it", () => {
  expect(ticketBeside(ids, "gone", 1, 1)).toBe("b");
  expect(ticketBeside(ids, "gone", -1, 1)).toBe("a");
  expect(ticketBeside(ids, "gone", 1, 3), "it was the last one").toBe("c");
});

test("the tickets are stepped through from the open one, and from the first where none is", () => {
  expect(ticketBeside(ids, "b", 1, 1)).toBe("c");
  expect(ticketBeside(ids, "b", -1, 1)).toBe("a");
  expect(ticketBeside(ids, "c", 1, 2)).toBe("c");
  expect(ticketBeside(ids, "", 1, 0)).toBe("a");
  expect(ticketBeside([], "", 1, 0)).toBeUndefined();
});
