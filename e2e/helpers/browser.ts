import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Route,
} from "playwright-core";
import { findChromium } from "../../scripts/chromium.mjs";
import { openContext } from "./contexts.ts";

/** Quiet, since a browser that looks for updates meets a closed network on a build machine. */
const flags = [
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  // A page of a journey lives for seconds: to compile its scripts well costs a fifth more than running them as they are.
  "--js-flags=--no-opt --no-maglev",
  // For each context; its pages share what is compiled.
  "--renderer-process-limit=1",
];

/** Three quarters of a page's tiles are not painted, which would be a tenth of what it costs. */
const unpainted = "--force-gpu-mem-available-mb=1";

/** Pages are painted whole where pictures are taken of them: outside of the journeys, and in one that asks for it. */
export function openBrowser({ paints = !process.env.VITEST } = {}): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error("The journeys need Chromium; name it in CHROMIUM_PATH.");
  const asRoot = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return chromium.launch({ executablePath, args: [...flags, ...asRoot, ...(paints ? [] : [unpainted])] });
}

/** Each worker's, from its first file to its last: what it has compiled of the shop serves them all. */
let shared: Promise<Browser> | undefined;

export function sharedBrowser(): Promise<Browser> {
  shared ??= openBrowser();
  return shared;
}

export interface Visitor {
  context: BrowserContext;
  page: Page;
  /** What the pages complained of: uncaught errors, and errors and warnings on the console. */
  complaints: string[];
}

export interface Look {
  width?: number;
  height?: number;
  colorScheme?: "light" | "dark";
  hasTouch?: boolean;
  /** Nobody had the browser before: nothing comes from its caches. */
  isNew?: boolean;
}

/** A person at a browser of their own, without any cookie. */
export async function openVisitor(browser: Browser, url: string, options: Look = {}): Promise<Visitor> {
  const { width = 1280, height = 900, colorScheme = "light", hasTouch = false, isNew = false } = options;
  const wanted: BrowserContextOptions = {
    baseURL: url,
    viewport: { width, height },
    colorScheme,
    hasTouch,
    reducedMotion: "reduce",
    acceptDownloads: true,
  };
  const context = await (isNew ? browser.newContext(wanted) : openContext(browser, wanted));
  context.setDefaultTimeout(45_000);
  const complaints: string[] = [];
  const page = await context.newPage();
  type Load = (...how: unknown[]) => ReturnType<Page["reload"]>;
  // At its first byte it is not asked to answer: its scripts may be what is held back.
  const isFirstByte = (how: unknown) => (how as { waitUntil?: string } | undefined)?.waitUntil === "commit";
  for (const load of ["goto", "reload"] as const) {
    const loaded = page[load].bind(page) as Load;
    page[load] = async (...how: unknown[]) => {
      const answer = await loaded(...how);
      if (!isFirstByte(how.at(-1))) await untilItAnswers(page);
      return answer;
    };
  }
  const route = page.route.bind(page);
  page.route = async (...given) => {
    const routed = await route(...given);
    await untilRouted(page, route);
    return routed;
  };
  const arrive = page.waitForURL.bind(page);
  page.waitForURL = async (url, how) => {
    await arrive(url, how);
    if (!isFirstByte(how)) await untilItAnswers(page);
  };
  page.on("pageerror", (error) => complaints.push(`uncaught: ${error.message}`));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()))
      complaints.push(`${message.type()}: ${message.text()}`);
  });
  return { context, page, complaints };
}

/**
 * Chromium says that it holds requests back a moment before the page's process does: what is pressed in between goes out
 * unseen, and Playwright never tells of it.
 */
async function untilRouted(page: Page, route: Page["route"]): Promise<void> {
  if (!page.url().startsWith("http")) return;
  const probe = "**/healthz";
  const answer = (held: Route) => held.fulfill({ headers: { "x-held": "yes" } });
  await route(probe, answer);
  const isHeld = () => page.evaluate(async () => (await fetch("/healthz")).headers.has("x-held"));
  // A page that is being left asks for nothing more.
  while (!(await isHeld().catch(() => true)));
  await page.unroute(probe, answer);
}

/** Holds the page's next write back, so that something can be done before it reaches the shop; then ends it by `end`. */
export async function holdNextWrite(
  page: Page,
  url = "**/*",
  end = (route: Route) => route.continue(),
): Promise<{ started: Promise<void>; release: () => void }> {
  const started = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  let next: Route | undefined;
  await page.route(url, async (route) => {
    if (route.request().method() === "GET") return route.continue();
    next ??= route;
    started.resolve();
    await release.promise;
    await (route === next ? end(route) : route.continue());
  });
  // A write that never starts is told as that, not as a test that took too long.
  const never = page.waitForTimeout(45_000).then(() => {
    throw new Error("The page has written nothing.");
  });
  const began = Promise.race([started.promise, never]);
  // Not everybody waits for it.
  began.catch(() => {});
  return { started: began, release: release.resolve };
}

/** Waits until nothing is loading any more: no skeleton stands for a part, and every picture came or failed. */
export function untilLoaded(page: Page): Promise<void> {
  return untilSo(
    page,
    () =>
      !document.querySelector("[data-skeleton], [aria-busy=true]") &&
      [...document.images].every(({ complete, loading }) => complete || loading === "lazy"),
  );
}

/**
 * Scripts come after a page is shown; what a person presses does something only once React has taken the page over and
 * its effects have run, which is a task later.
 */
export async function untilItAnswers(page: Page): Promise<void> {
  await untilSo(page, () => {
    if (!("__reactRouterContext" in window)) return true;
    const key = Object.keys(document).find((name) => name.startsWith("__reactContainer"));
    const fiber = (document as unknown as Record<string, HostRoot>)[key ?? ""];
    return fiber?.stateNode.current.memoizedState?.isDehydrated === false;

    interface HostRoot {
      stateNode: { current: { memoizedState: { isDehydrated: boolean } | null } };
    }
  });
  await page.evaluate(() => new Promise((answers) => setTimeout(answers, 0)));
}

/**
 * Waits in the page, over its navigations. Playwright's `waitForFunction` would do it with a library that it evaluates in
 * each new page, which is a tenth of what a visit costs.
 */
export async function untilSo<Given>(
  page: Page,
  isSo: (given: Given) => boolean,
  given?: Given,
): Promise<void> {
  const wait = `(async (given) => {
    const isSo = ${isSo};
    for (let turns = 0; !isSo(given); turns += 1) {
      if (turns > 3_000) throw new Error("After 45 s it is not so: " + isSo);
      await new Promise((next) => setTimeout(next, 15));
    }
  })(${JSON.stringify(given)})`;
  for (;;) {
    try {
      return await page.evaluate(wait);
    } catch (error) {
      if (!/because of a navigation/.test(String(error))) throw error;
    }
  }
}

/** For `page.route`: does what is asked, and loses the answer on the way. */
export async function loseAnswer(route: Route): Promise<void> {
  await route.fetch();
  await route.abort();
}
