import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

type Theme = "light" | "dark";

interface AxeResult {
  violations: { id: string; nodes: { target: string[]; failureSummary?: string }[] }[];
}

/**
 * What keeps a page from being used by everyone: what axe finds, and being wider than the window; in the other theme,
 * which must be the system's choice, the contrast as well.
 */
export async function usabilityFaults(page: Page, themes: readonly [Theme, Theme?]): Promise<string[]> {
  const faults = await axeViolations(page);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (wider > 0) faults.push(`wider than the window by ${wider} px`);
  const [own, other] = themes;
  if (other) {
    await page.emulateMedia({ colorScheme: other });
    faults.push(...(await settledContrast(page)).map((fault) => `in ${other}: ${fault}`));
    await page.emulateMedia({ colorScheme: own });
  }
  return faults;
}

/** Colours glide from one theme to the other, so that a fault counts once it stays. */
async function settledContrast(page: Page): Promise<string[]> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((each) => !(each instanceof CSSTransition) || each.playState !== "running"),
  );
  const until = Date.now() + 10_000;
  for (;;) {
    const faults = await axeViolations(page, ["color-contrast"]);
    if (faults.length === 0 || Date.now() > until) return faults;
  }
}

/** What axe finds against WCAG 2.2 A and AA and its best practices on the page as it stands; none is []. */
export async function axeViolations(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(source);
  const result = await page.evaluate(
    (runOnly) =>
      (
        globalThis as unknown as { axe: { run: (root: Document, options: object) => Promise<AxeResult> } }
      ).axe.run(document, {
        // Names of the nodes without a fault cost more than finding the faults.
        resultTypes: ["violations"],
        // The previews in frames show what is looked at on its own page; without axe in them, each is waited for.
        iframes: false,
        ...(runOnly ? { runOnly } : {}),
      }),
    rules,
  );
  return result.violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(" ")} ${failureSummary ?? ""}`).join("; ")}`,
  );
}
