import { performance } from "node:perf_hooks";

const everyMs = 1_000;
/** The part of a second that the process may work and yet count as idle. */
const idleUse = 0.1;

/**
 * Gives back once what the start alone needed: V8 would keep those pages for as long as nobody asks for anything. It waits
 * for a second without work, as nothing is answered meanwhile. Only where Node was started with --expose-gc.
 */
export function collectWhenIdle(): void {
  const { gc } = globalThis;
  if (!gc) return;
  let before = performance.eventLoopUtilization();
  const watch = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const used = performance.eventLoopUtilization(now, before).utilization;
    before = now;
    if (used > idleUse) return;
    clearInterval(watch);
    // Any other flavour keeps the pages that it emptied.
    gc({ type: "major", flavor: "last-resort" });
  }, everyMs).unref();
}
