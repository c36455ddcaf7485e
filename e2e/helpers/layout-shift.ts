import type { Page } from "playwright-core";

/** Has every page add up how much of it moved by itself; what follows a person's own input does not count. */
export async function watchShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { shift: 0 };
    Object.defineProperty(window, "shift", { get: () => seen.shift });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[])
        if (!entry.hadRecentInput) seen.shift += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** Of the watched page so far. */
export function shiftOf(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { shift: number }).shift);
}

/** Opens a path of the watched page with fonts and pictures that come half a second after its text is painted. */
export async function shiftOfLatePage(page: Page, path: string): Promise<number> {
  const painted = Promise.withResolvers<void>();
  const late = /\.(woff2|webp|png|jpg)(\?|$)/;
  await page.route(late, async (route) => {
    await painted.promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: "commit" });
  await page.waitForFunction(() => {
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    return paint && performance.now() > paint.startTime + 500;
  });
  painted.resolve();
  await page.waitForLoadState("networkidle");
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  const shift = await shiftOf(page);
  await page.unroute(late);
  return shift;
}
