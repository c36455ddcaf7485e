import type { Browser, BrowserContext, BrowserContextOptions } from "playwright-core";

/** By their options: contexts that were closed, empty again. */
const idle = new WeakMap<Browser, Map<string, BrowserContext[]>>();

/**
 * A context that has kept no cookie, nothing stored and no page of whoever had it before, but the files and what
 * Chromium has compiled of them: that is half of what the first page of a new one costs. Closing it empties it.
 */
export async function openContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const key = JSON.stringify(options);
  const kept = idle.get(browser) ?? new Map<string, BrowserContext[]>();
  idle.set(browser, kept);
  const former = kept.get(key)?.pop();
  if (former) return former;

  const context = await browser.newContext(options);
  // The renderer's process lives as long as a page of the context, and the pages to come share it.
  const anchor = await context.newPage();
  await anchor.goto("/healthz");
  const close = context.close.bind(context);
  context.close = async () => {
    try {
      await context.unrouteAll({ behavior: "ignoreErrors" });
      await Promise.all(context.pages().map((page) => page !== anchor && page.close()));
      await context.setOffline(false);
      await context.clearCookies();
      await anchor.evaluate(() => localStorage.clear());
      kept.set(key, [...(kept.get(key) ?? []), context]);
    } catch {
      await close();
    }
  };
  return context;
}
