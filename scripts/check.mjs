// npm run check: format and lint, types, import rules. Each prints its own words only where it finds something.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { ensureInstalled, node24, root } from "./node.mjs";

const tsc = "node_modules/typescript/bin/tsc";

/** The routes' types are made first: without them every screen's types fail. */
const routeTypes = {
  name: "types of the routes",
  args: ["node_modules/@react-router/dev/dist/cli/index.js", "typegen"],
};

/** The first two leave the declarations that the third reads in place of their files: nothing is checked twice. */
const typeChecks = [
  { name: "types of the server", args: [tsc, "-p", "server/tsconfig.json"] },
  { name: "types of the browser", args: [tsc, "-p", "web/tsconfig.json"] },
  { name: "types of everything else", args: [tsc, "-p", "tsconfig.rest.json"] },
];

const otherChecks = [
  {
    name: "format and lint",
    args: ["node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings", "--max-diagnostics=50"],
  },
  {
    name: "import rules",
    args: [
      "--import",
      "./scripts/typescript-6.mjs",
      "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs",
      "--config",
      ".dependency-cruiser.cjs",
      "contract",
      "drawing",
      "server",
      "web",
      "emulators",
    ],
  },
];

/** Runs the checks, two side by side; tells how many passed and failed. */
export async function runChecks({ onlyTypes = false } = {}) {
  const results = [await run(routeTypes)];
  const oneByOne = async (checks) => {
    for (const check of checks) results.push(await run(check));
  };
  await Promise.all([oneByOne(typeChecks), oneByOne(onlyTypes ? [] : otherChecks)]);
  const passed = results.filter(Boolean).length;
  return { passed, failed: results.length - passed };
}

/** Resolves to whether it passed. */
function run({ name, args }) {
  return new Promise((resolve) => {
    const started = Date.now();
    const child = spawn(node24(), args, { cwd: root, env: process.env });
    const output = [];
    child.stdout.on("data", (chunk) => output.push(chunk));
    child.stderr.on("data", (chunk) => output.push(chunk));
    child.on("close", (status) => {
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      console.log(`${status === 0 ? "ok  " : "FAIL"}  ${name} (${seconds} s)`);
      if (status !== 0) process.stdout.write(Buffer.concat(output));
      resolve(status === 0);
    });
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensureInstalled();
  const { passed, failed } = await runChecks({ onlyTypes: process.argv.includes("--types") });
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}
