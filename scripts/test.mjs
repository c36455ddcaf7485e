// npm test: everything that proves the product, one step after the other, with one count at the end.
// npm test -- WORD …: only the test files whose path holds a word. --unit, --e2e: one of the suites. --changed: what
// uncommitted changes concern.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { parseArgs, stripVTControlCharacters } from "node:util";
import { ensureBuilt } from "./build.mjs";
import { runChecks } from "./check.mjs";
import { ensureChromium } from "./chromium.mjs";
import { ensureInstalled, runNode } from "./node.mjs";

const { values: only, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { unit: { type: "boolean" }, e2e: { type: "boolean" }, changed: { type: "boolean" } },
});
const isWhole = words.length === 0 && Object.keys(only).length === 0;

ensureInstalled();
const reports = mkdtempSync(join(tmpdir(), "reports-"));
/** What failed, told once more at the end: the suites' own words are thousands of lines away by then. */
const faults = [];
let { passed, failed } = isWhole ? await runChecks() : { passed: 0, failed: 0 };

// Some API tests look at the pages of the built shop.
ensureBuilt();
if (!only.e2e) suite("unit and API tests", only.changed ? ["--changed"] : words);
if (!only.unit && !only.changed) {
  const chromium = ensureChromium();
  suite("journeys in a browser", ["--config", "e2e/vitest.config.ts", ...words], { CHROMIUM_PATH: chromium });
}
if (!isWhole && !only.changed && passed + failed === 0) {
  console.log(`No test file is named ${words.join(" or ")}.`);
  failed = 1;
}

rmSync(reports, { recursive: true, force: true });
if (faults.length > 0) console.log(`\nFailed:\n${faults.join("\n")}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** Runs a Vitest suite; a whole suite that ran no test counts as a failure. */
function suite(name, args, env = {}) {
  console.log(`\n— ${name}`);
  const file = join(reports, `${name.replace(/\W+/g, "-")}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const some = isWhole ? [] : ["--passWithNoTests"];
  const status = runNode(["node_modules/vitest/vitest.mjs", "run", ...args, ...some, ...reporters], { env });
  const counted = countTests(file);
  passed += counted.passed;
  failed += counted.failed;
  if ((status !== 0 || (isWhole && counted.passed === 0)) && counted.failed === 0) {
    failed += 1;
    faults.push(`- ${name}: ended with ${status}, and no test tells why`);
  }
}

function countTests(file) {
  try {
    const report = JSON.parse(readFileSync(file, "utf8"));
    faults.push(...report.testResults.flatMap(faultsOf));
    return { passed: report.numPassedTests, failed: report.numFailedTests };
  } catch {
    return { passed: 0, failed: 0 };
  }
}

/** One line a test, and one for a file that could not be read or prepared. */
function faultsOf({ name, status, message, assertionResults }) {
  const failed = assertionResults.filter((each) => each.status === "failed");
  const file = relative(process.cwd(), name);
  if (failed.length === 0) return status === "failed" ? [`- ${file}: ${firstLines(message)}`] : [];
  return failed.map(
    ({ fullName, failureMessages }) => `- ${file} > ${fullName}: ${firstLines(failureMessages[0])}`,
  );
}

function firstLines(message = "") {
  return stripVTControlCharacters(message).slice(0, 400).split("\n").slice(0, 4).join(" ");
}
