// Fuzzes every call: npm run fuzz -- --runs 10000 [--seed 7] [--only "PUT /api/users"]
import { parseArgs } from "node:util";
import { ensureInstalled, runNode } from "./node.mjs";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "10000" },
    seed: { type: "string" },
    only: { type: "string" },
  },
});
for (const name of ["runs", "seed"]) {
  if (values[name] !== undefined && !/^-?\d+$/.test(values[name])) {
    console.error(`--${name} takes a whole number.`);
    process.exit(1);
  }
}
ensureInstalled();
process.exit(
  runNode(["node_modules/vitest/vitest.mjs", "run", "server/test/trust/fuzz.test.ts"], {
    env: {
      FUZZ_RUNS: values.runs,
      FUZZ_EVERYWHERE: "on",
      ...(values.seed === undefined ? {} : { FUZZ_SEED: values.seed }),
      ...(values.only === undefined ? {} : { FUZZ_ONLY: values.only }),
    },
  }),
);
