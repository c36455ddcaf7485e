import { expect, test } from "vitest";
import { callCostMicros } from "#contract/generation-cost.ts";
import { addDays, dayIn, sameTimeBefore, startOfDay, timeZone } from "#contract/time-zone.ts";

test.each([
  ["UTC", "2026-11-24", "2026-11-24T00:00:00.000Z"],
  ["Europe/Berlin", "2026-03-29", "2026-03-28T23:00:00.000Z"],
  ["Europe/Berlin", "2026-03-30", "2026-03-29T22:00:00.000Z"],
  ["America/New_York", "2026-11-01", "2026-11-01T04:00:00.000Z"],
  ["America/New_York", "2026-11-02", "2026-11-02T05:00:00.000Z"],
  ["Asia/Kolkata", "2026-11-24", "2026-11-23T18:30:00.000Z"],
  ["Pacific/Kiritimati", "2026-11-24", "2026-11-23T10:00:00.000Z"],
  ["Europe/Berlin", "2028-02-29", "2028-02-28T23:00:00.000Z"],
  ["Australia/Sydney", "0001-01-03", "0001-01-02T13:55:08.000Z"],
  // The clocks pass over midnight: the day begins at one.
  ["Africa/Cairo", "2026-04-24", "2026-04-23T22:00:00.000Z"],
])("in %s the day %s begins at %s", (zone, day, begins) => {
  const start = startOfDay(zone, day);
  expect(start.toISOString()).toBe(begins);
  expect(dayIn(zone, start)).toBe(day);
  expect(dayIn(zone, new Date(start.getTime() - 1))).toBe(addDays(day, -1));
});

test.each([
  ["UTC", 7, "2026-11-24T10:20:30.456Z", "2026-11-17T10:20:30.456Z"],
  ["Australia/Sydney", 7, "2026-10-06T22:00:00.001Z", "2026-09-29T23:00:00.001Z"],
  ["America/New_York", 1, "2026-11-01T12:00:00.999Z", "2026-10-31T11:00:00.999Z"],
  // Half past two is passed over, and half past one is shown twice.
  ["America/New_York", 1, "2026-03-09T06:30:00.000Z", "2026-03-08T07:30:00.000Z"],
  ["America/New_York", 1, "2026-11-02T06:30:00.000Z", "2026-11-01T05:30:00.000Z"],
])("in %s the clocks showed %s days before %s the same time at %s", (zone, days, moment, before) => {
  expect(sameTimeBefore(zone, new Date(moment), days).toISOString()).toBe(before);
});

test("a time zone is a name that the runtime knows", () => {
  for (const name of ["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", "Etc/GMT+5"])
    expect(timeZone.safeParse(name).success, name).toBe(true);
  for (const name of ["", "Berlin", "+02:00", "Europe/Atlantis", "'; drop table users"])
    expect(timeZone.safeParse(name).success, name).toBe(false);
});

test("a call is priced in whole millionths, halves up, and only in its own currency", () => {
  const price = {
    model: "m",
    pictureMicros: null,
    inputMicros: 1,
    outputMicros: 3,
    currency: "USD",
    enteredOn: "",
  };
  const usage = { tokensIn: 500_000, tokensOut: 0, pictures: 2, pictureTokens: 0 };
  expect(callCostMicros([price], "m", "USD", usage)).toBe(1);
  expect(callCostMicros([price], "m", "USD", { ...usage, tokensIn: 499_999 })).toBe(0);
  expect(callCostMicros([price], "m", "EUR", usage)).toBeNull();
  expect(callCostMicros([price], "other", "USD", usage)).toBeNull();
  const most = { tokensIn: 4_000_000, tokensOut: 4_000_000, pictures: 0, pictureTokens: 0 };
  const dear = { ...price, inputMicros: 1_000_000_000, outputMicros: 1_000_000_000 };
  expect(callCostMicros([dear], "m", "USD", most)).toBe(8_000_000_000);
});
