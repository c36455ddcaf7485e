import { expect, onTestFinished, test, vi } from "vitest";
import { keepDrawn } from "#server/platform/keep-drawn.ts";

test.each([
  ["is not there", () => Promise.resolve(null)],
  ["cannot be read", () => Promise.reject(new Error("away"))],
] satisfies [string, () => Promise<null>][])(
  "a picture that %s is drawn once it is there, and until then looked for once a minute",
  async (_, draw) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const first = vi.fn<() => Promise<string | null>>(draw);
    const later = vi.fn(async () => "drawn");
    const kept = keepDrawn<string>(2);
    expect(await kept("logo", first)).toBeNull();
    await vi.advanceTimersByTimeAsync(59_000);
    expect(await kept("logo", later)).toBeNull();
    expect(later).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await kept("logo", later)).toBe("drawn");
    await vi.advanceTimersByTimeAsync(120_000);
    expect(await kept("logo", first)).toBe("drawn");
    expect(first).toHaveBeenCalledTimes(1);
  },
);
