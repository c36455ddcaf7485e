import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { untilSo } from "./browser.ts";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

type Theme = "light" | "dark";

interface AxeResult {
  violations: { id: string; nodes: AxeNode[] }[];
}

interface AxeNode {
  target: string[];
  failureSummary?: string;
  any: { data: { messageKey?: string } | null }[];
}

/** What keeps a page from being used by everyone: what axe finds, and being wider than the window. */
export async function usabilityFaults(page: Page): Promise<string[]> {
  const faults = await axeViolations(page);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (wider > 0) faults.push(`wider than the window by ${wider} px`);
  return faults;
}

type Look = { width: number; themes: readonly [Theme, Theme?] };

const everyLook: readonly Look[] = [
  { width: 1280, themes: ["dark", "light"] },
  { width: 360, themes: ["light", "dark"] },
];

/** The same as somebody opens it on a phone and then widens the window. */
export const phoneFirst: readonly Look[] = [
  { width: 360, themes: ["light"] },
  { width: 1280, themes: ["dark"] },
];

/** Both widths and both themes once: two pages or states of one kind have all four looks by this one and the one above. */
export const twoLooks: readonly Look[] = [
  { width: 1280, themes: ["light"] },
  { width: 360, themes: ["dark"] },
];

/**
 * The same of a page as it stands, at a desk's width and at a phone's; in a width's second theme, which must be the
 * system's choice, of the contrast alone.
 */
export async function faultsInLooks(page: Page, looks = everyLook): Promise<string[]> {
  const size = page.viewportSize()!;
  const faults: string[] = [];
  for (const { width, themes } of looks) {
    const [own, other] = themes;
    await page.setViewportSize({ ...size, width });
    await showTheme(page, own);
    const found = await usabilityFaults(page);
    faults.push(...found.map((fault) => `at ${width} px: ${fault}`));
    if (!other) continue;
    await showTheme(page, other);
    const pale = await axeViolations(page, ["color-contrast"]);
    faults.push(...pale.map((fault) => `at ${width} px in ${other}: ${fault}`));
  }
  await page.setViewportSize(size);
  return faults;
}

/** The page's script takes the system's choice over a moment later. */
async function showTheme(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await untilSo(
    page,
    (wanted) => getComputedStyle(document.documentElement).colorScheme.includes(wanted),
    theme,
  );
}

/**
 * Waits until nothing is busy and nothing moves or fades, over two frames: a table that is read anew is dimmed
 * meanwhile, and pale for a reason that passes.
 */
async function untilAtRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const isAtRest = () =>
      !document.querySelector("[aria-busy=true]") &&
      document.getAnimations().every(({ playState }) => playState !== "running");
    for (let frames = 0, atRest = 0; atRest < 3; frames += 1) {
      if (frames > 3_000) throw new Error("The page does not come to rest.");
      await new Promise((next) => requestAnimationFrame(next));
      atRest = isAtRest() ? atRest + 1 : 0;
    }
  });
}

/**
 * What axe finds against WCAG 2.2 A and AA and its best practices on the page once it is at rest; none is []. Of `rules`
 * all that they find.
 */
export async function axeViolations(page: Page, rules?: string[]): Promise<string[]> {
  await untilAtRest(page);
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(source);
  return page.evaluate(async (runOnly) => {
    const { axe } = globalThis as unknown as {
      axe: { run: (root: Document, options: object) => Promise<AxeResult> };
    };
    const { violations } = await axe.run(document, {
      // The one rule of WCAG 2.2 alone, which axe leaves out until it is asked.
      rules: { "target-size": { enabled: !runOnly || runOnly.includes("target-size") } },
      // Names of the nodes without a fault cost more than finding the faults.
      resultTypes: ["violations"],
      // The previews in frames show what is looked at on its own page; without axe in them, each is waited for.
      iframes: false,
      // The one rule that reads the style sheets is not among those that run.
      preload: { assets: ["media"] },
      ...(runOnly ? { runOnly } : {}),
    });
    // What lies half below a bar that stays in sight comes out from under it by scrolling.
    const isBelowBar = ({ any }: AxeNode) => any.some(({ data }) => data?.messageKey === "partiallyObscured");
    // Told in the page: the rules that found nothing are nine tenths of the result.
    return violations.flatMap(({ id, nodes }) => {
      const found = id === "target-size" && !runOnly ? nodes.filter((node) => !isBelowBar(node)) : nodes;
      const told = found.map(({ target, failureSummary }) => `${target.join(" ")} ${failureSummary ?? ""}`);
      return told.length > 0 ? `${id}: ${told.join("; ")}` : [];
    });
  }, rules);
}
