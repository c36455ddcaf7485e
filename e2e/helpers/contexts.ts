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
  const isChanged = untilChanged(context);
  context.close = async () => {
    try {
      if (isChanged()) return await close();
      await context.unrouteAll({ behavior: "ignoreErrors" });
      await Promise.all(context.pages().map((page) => page !== anchor && page.close()));
      await context.setOffline(false);
      await context.clearPermissions();
      await context.clearCookies();
      await anchor.evaluate(() => localStorage.clear());
      kept.set(key, [...(kept.get(key) ?? []), context]);
    } catch {
      await close();
    }
  };
  return context;
}

/** Whether something was done to the context that cannot be undone. */
function untilChanged(context: BrowserContext): () => boolean {
  let isChanged = false;
  const noted =
    <Call extends (...given: never[]) => unknown>(call: Call, of: object) =>
    (...given: Parameters<Call>) => {
      isChanged = true;
      return call.apply(of, given);
    };
  context.addInitScript = noted(context.addInitScript, context) as typeof context.addInitScript;
  context.clock.install = noted(context.clock.install, context.clock) as typeof context.clock.install;
  return () => isChanged;
}

/** Closes what the tests of a file have left open. */
export async function leaveContexts(browser: Browser): Promise<void> {
  const isIdle = new Set([...(idle.get(browser)?.values() ?? [])].flat());
  await Promise.all(browser.contexts().map((context) => isIdle.has(context) || context.close()));
}
