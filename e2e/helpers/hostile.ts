import { CspEvaluator } from "csp_evaluator/dist/evaluator.js";
import { Severity } from "csp_evaluator/dist/finding.js";
import { CspParser } from "csp_evaluator/dist/parser.js";
import type { APIRequestContext, BrowserContext, Page } from "playwright-core";

const attack = [
  "</script><script>window.pwned=1</script>",
  `"'><img src=x onerror="window.pwned=1">`,
  "<svg/onload=window.pwned=1>",
  "{{constructor.constructor('window.pwned=1')()}}",
  "\u202eevil\u202c",
].join("");

/** Everything that tries to run, for a field of so many characters, with a long word behind it. */
export function hostileText(most: number): string {
  const length = Math.min(most, attack.length + 120);
  return attack.padEnd(length, "W").slice(0, length);
}

export const hostileHtml = [
  "<p>Text<script>window.pwned=1</script></p>",
  '<img src="x" onerror="window.pwned=1">',
  '<a href="javascript:window.pwned=1">a link</a>',
  '<iframe srcdoc="<script>parent.pwned=1</script>"></iframe>',
  '<p style="position:fixed;inset:0" onclick="window.pwned=1">styled</p>',
  "<svg><animate onbegin=window.pwned=1 attributeName=x dur=1s></svg>",
  '<form action="https://evil.example"><input autofocus onfocus=window.pwned=1></form>',
].join("");

export const hostileUrls = [
  "javascript:window.pwned=1",
  " javascript:window.pwned=1",
  "java\tscript:window.pwned=1",
  "JaVaScRiPt:window.pwned=1",
  "data:text/html,<script>window.pwned=1</script>",
  "vbscript:x",
  "//evil.example",
  "/\\evil.example",
  "blob:https://evil.example/x",
];

/** Has every page note what its policy stopped. */
export async function watchPolicy(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { policyReports: seen });
    document.addEventListener("securitypolicyviolation", (event) => {
      seen.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
    });
  });
}

/**
 * What is wrong with the page as it stands: a script that ran, or a report of the policy. The schema library asks
 * once whether it may compile its checks, and the policy says no: the one report that is nobody's attack.
 */
export async function troublesOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const own = window as unknown as { pwned?: unknown; policyReports?: string[] };
    const troubles = (own.policyReports ?? []).map((report) => `policy: ${report}`);
    if (own.pwned !== undefined) troubles.push("a script ran");
    return troubles;
  });
}

/** What the evaluator finds in a policy that is more than a remark. */
export function policyFindings(policy: string): string[] {
  const grave = [Severity.HIGH, Severity.SYNTAX, Severity.MEDIUM];
  return new CspEvaluator(new CspParser(policy).csp)
    .evaluate()
    .filter(({ severity }) => grave.includes(severity))
    .map(({ directive, description }) => `${directive}: ${description}`);
}

/** Makes a call as the person of the context; answers its body, and throws unless it was done. */
export async function make(request: APIRequestContext, method: string, path: string, data?: unknown) {
  const answer = await request.fetch(path, { method, ...(data === undefined ? {} : { data }) });
  if (!answer.ok()) throw new Error(`${method} ${path} answered ${answer.status()}: ${await answer.text()}`);
  return answer.json();
}
