import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface AxeResult {
  violations: { id: string; nodes: { target: string[]; failureSummary?: string }[] }[];
}

/** What axe finds wrong with the contrast alone: for a page that was looked through in its other theme. */
export function contrastViolations(page: Page): Promise<string[]> {
  return axeViolations(page, ["color-contrast"]);
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
        ...(runOnly ? { runOnly } : {}),
      }),
    rules,
  );
  return result.violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(" ")} ${failureSummary ?? ""}`).join("; ")}`,
  );
}
