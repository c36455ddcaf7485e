import { performance } from "node:perf_hooks";
import { afterEach, expect, test, vi } from "vitest";
import { collectWhenIdle } from "#server/platform/collect-when-idle.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("what the start alone needed is given back once, in the first second without work", () => {
  vi.useFakeTimers();
  const gc = vi.fn();
  vi.stubGlobal("gc", gc);
  const use = vi.spyOn(performance, "eventLoopUtilization");
  use.mockReturnValue({ idle: 0, active: 1, utilization: 0.5 });
  collectWhenIdle();
  vi.advanceTimersByTime(5_000);
  expect(gc).not.toHaveBeenCalled();
  use.mockReturnValue({ idle: 1, active: 0, utilization: 0.01 });
  vi.advanceTimersByTime(60_000);
  expect(gc).toHaveBeenCalledTimes(1);
});
