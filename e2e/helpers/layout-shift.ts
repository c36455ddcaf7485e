import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { untilSo } from "./browser.ts";

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

/**
 * Watches the page, and has its fonts and pictures come half a second after its text is painted. Answers what opens a path
 * and tells how much moved until all had come.
 */
export async function watchLatePages(page: Page): Promise<(path: string) => Promise<number>> {
  let painted = Promise.withResolvers<void>();
  await watchShift(page);
  // By Chromium's own means: Playwright's routes ask for each file, and nothing that is cached is taken with them.
  const session = await page.context().newCDPSession(page);
  let held = 0;
  session.on("Fetch.requestPaused", async ({ requestId, responseStatusCode, responseHeaders = [] }) => {
    held += 1;
    await painted.promise;
    // Cached by nobody, it comes as late on the next page.
    const headers = responseHeaders.filter(({ name }) => name.toLowerCase() !== "cache-control");
    headers.push({ name: "cache-control", value: "no-store" });
    const answer = { requestId, responseCode: responseStatusCode ?? 200, responseHeaders: headers };
    // The page may have been left meanwhile.
    await session.send("Fetch.continueResponse", answer).catch(() => {});
  });
  const patterns = ["woff2", "webp", "png", "jpg"].map((end) => ({
    urlPattern: `*.${end}*`,
    requestStage: "Response" as const,
  }));
  await session.send("Fetch.enable", { patterns });
  return async (path) => {
    painted = Promise.withResolvers();
    held = 0;
    await page.goto(path, { waitUntil: "commit" });
    await untilSo(page, () => {
      const [paint] = performance.getEntriesByName("first-contentful-paint");
      return paint !== undefined && performance.now() > paint.startTime + 500;
    });
    painted.resolve();
    await page.waitForLoadState("networkidle");
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    if (held === 0) throw new Error(`Nothing of ${path} came late.`);
    return shiftOf(page);
  };
}

/**
 * A shop whose pages arrive in two pieces, as over a slow network: cut in front of `mark`, the second one sent once
 * `release` is called.
 */
export async function halvePages(
  shopUrl: string,
  mark: string,
): Promise<{ url: string; release: () => void }> {
  const rest = Promise.withResolvers<void>();
  const server = createServer(async ({ url }, response) => {
    const answer = await fetch(new URL(url!, shopUrl), { headers: { accept: "text/html,*/*" } });
    const body = Buffer.from(await answer.arrayBuffer());
    const cut = body.indexOf(mark);
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
    if (cut > 0) {
      response.write(body.subarray(0, cut));
      await rest.promise;
    }
    response.end(cut > 0 ? body.subarray(cut) : body);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => {
    rest.resolve();
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, release: rest.resolve };
}
