// npm test: everything that proves the product, one step after the other, with one count at the end.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBuilt } from "./build.mjs";
import { ensureChromium } from "./chromium.mjs";
import { ensureInstalled, runNode } from "./node.mjs";

ensureInstalled();
const chromium = ensureChromium();
const reports = mkdtempSync(join(tmpdir(), "reports-"));
let passed = 0;
let failed = 0;

check("formatting and lint", [
  "node_modules/@biomejs/biome/bin/biome",
  "check",
  "--error-on-warnings",
  "--max-diagnostics=50",
]);
check("types of the routes", ["node_modules/@react-router/dev/dist/cli/index.js", "typegen"]);
check("types", ["node_modules/typescript-native/bin/tsc", "--noEmit", "-p", "tsconfig.json"]);
check("who may import whom", [
  "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs",
  "--config",
  ".dependency-cruiser.cjs",
  "contract",
  "server",
  "web",
  "stand-ins",
]);
ensureBuilt();
suite("unit and API tests", ["node_modules/vitest/vitest.mjs", "run"]);
suite(
  "journeys in a browser",
  ["node_modules/vitest/vitest.mjs", "run", "--config", "e2e/vitest.config.ts"],
  { CHROMIUM_PATH: chromium },
);

rmSync(reports, { recursive: true, force: true });
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

function check(name, args) {
  console.log(`\n— ${name}`);
  if (runNode(args) === 0) passed += 1;
  else {
    failed += 1;
    console.log(`FAILED: ${name}`);
  }
}

/** Runs a Vitest suite; a suite that ran no test counts as a failure. */
function suite(name, args, env = {}) {
  console.log(`\n— ${name}`);
  const file = join(reports, `${name.replace(/\W+/g, "-")}.json`);
  const status = runNode([...args, "--reporter=default", "--reporter=json", `--outputFile.json=${file}`], {
    env,
  });
  const counted = countTests(file);
  passed += counted.passed;
  failed += counted.failed;
  if ((status !== 0 || counted.passed === 0) && counted.failed === 0) failed += 1;
}

function countTests(file) {
  try {
    const report = JSON.parse(readFileSync(file, "utf8"));
    return { passed: report.numPassedTests, failed: report.numFailedTests };
  } catch {
    return { passed: 0, failed: 0 };
  }
}
