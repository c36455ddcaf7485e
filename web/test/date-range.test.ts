import { describe, expect, it } from "vitest";
import { dayAsShown, daysBefore, dayTyped, periodsOf, today, withSlashes } from "#web/ui/date-range.tsx";

describe("a day in a filter", () => {
  it.each([
    ["22/11/2026", "2026-11-22"],
    [" 1.2.26 ", "2026-02-01"],
    ["01022026", "2026-02-01"],
    ["29-02-2028", "2028-02-29"],
    ["2026-11-22", "2026-11-22"],
    ["29/02/2026", null],
    ["11/22/2026", null],
    ["00/01/2026", null],
    ["22/11", null],
    ["today", null],
    ["", null],
  ])("%s is the day %s", (text, day) => {
    expect(dayTyped(text)).toBe(day);
  });

  it("is shown as the tables show days, and what is no day stays as it came", () => {
    expect(dayAsShown("2026-11-22")).toBe("22/11/2026");
    expect(dayAsShown("soon")).toBe("soon");
  });

  it("gets its slashes while it is typed, and loses them while it is deleted", () => {
    let text = "";
    for (const digit of "22112026") text = withSlashes(text + digit, text);
    expect(text).toBe("22/11/2026");
    expect(withSlashes("22/11", "22/11/")).toBe("22/11");
  });

  it("is today's by the reader's clock or by the shop's, and counts back over a month's end", () => {
    const evening = new Date("2026-12-31T23:30:00Z");
    expect(today("UTC", evening)).toBe("2026-12-31");
    expect(today("Australia/Sydney", evening)).toBe("2027-01-01");
    expect(today("America/New_York", new Date("2026-11-01T04:30:00Z"))).toBe("2026-11-01");
    expect(today(undefined, evening)).toBe(evening.toLocaleDateString("sv"));
    expect(daysBefore("2026-03-01", 29)).toBe("2026-01-31");
  });

  it.each([
    ["2026-03-31", "2026-03-01 to 2026-03-31", "2026-02-01 to 2026-02-28"],
    ["2028-03-01", "2028-03-01 to 2028-03-01", "2028-02-01 to 2028-02-29"],
    ["2026-01-15", "2026-01-01 to 2026-01-15", "2025-12-01 to 2025-12-31"],
  ])("offers, on %s, the month so far and the one before it whole, as books are kept", (now, ...months) => {
    const told = periodsOf(now).map(({ name, from, to }) => [name, `${from} to ${to}`]);
    expect(told.slice(-2)).toEqual([
      ["This month", months[0]],
      ["Last month", months[1]],
    ]);
    expect(told[2]).toEqual(["Last 30 days", `${daysBefore(now, 29)} to ${now}`]);
  });
});
