// Fuzzes every call: npm run fuzz -- --runs 10000 [--seed 7] [--only "PUT /api/users"] [--slice 2/12]
// A slice is a part of the calls: all of 1/12 to 12/12 together are all.
import { parseArgs } from "node:util";
import { ensureInstalled, runNode } from "./node.mjs";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "10000" },
    seed: { type: "string" },
    only: { type: "string" },
    slice: { type: "string" },
  },
});
for (const name of ["runs", "seed"]) {
  if (values[name] !== undefined && !/^-?\d+$/.test(values[name])) {
    console.error(`--${name} takes a whole number.`);
    process.exit(1);
  }
}
const [part, parts] = (values.slice ?? "1/1").split("/").map(Number);
if (!(Number.isInteger(parts) && Number.isInteger(part) && part >= 1 && part <= parts)) {
  console.error("--slice takes a part of the calls, as in 2/12.");
  process.exit(1);
}
ensureInstalled();
process.exit(
  runNode(["node_modules/vitest/vitest.mjs", "run", "server/test/security/fuzz.test.ts"], {
    env: {
      FUZZ_RUNS: values.runs,
      FUZZ_BY_COMMAND: "on",
      FUZZ_SLICE: `${part}/${parts}`,
      ...(values.seed === undefined ? {} : { FUZZ_SEED: values.seed }),
      ...(values.only === undefined ? {} : { FUZZ_ONLY: values.only }),
    },
  }),
);
