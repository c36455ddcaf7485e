import type { Page } from "playwright-core";

/** Has every page add up how much of it moved by itself; what follows a person's own input does not count. */
export async function watchShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { shift: 0, moved: [] as string[] };
    Object.defineProperty(window, "shift", { get: () => seen.shift });
    Object.defineProperty(window, "moved", { get: () => seen.moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        seen.shift += entry.value;
        for (const { node, previousRect: from, currentRect: to } of entry.sources) {
          const what = node instanceof Element ? node.className : node?.textContent?.slice(0, 40);
          const places = [from, to].map(({ x, y, width, height }) => `${x},${y} ${width}×${height}`);
          seen.moved.push(`${entry.value.toFixed(3)} ${what}: ${places.join(" → ")}`);
        }
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** Of the watched page so far. */
export function shiftOf(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { shift: number }).shift);
}

/** What of the watched page moved, from where to where: for a failure's report. */
export function movedOf(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { moved: string[] }).moved);
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
