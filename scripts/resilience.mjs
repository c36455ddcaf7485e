// Runs one of the long proofs: node scripts/resilience.mjs crash --random 200 --each 5. npm test runs each in short.
// A part of it: crash --only mail --random 0, or crash --each 0 --random 50.
import { parseArgs } from "node:util";
import { ensureInstalled, runNode } from "./node.mjs";

const proofs = {
  crash: { file: "server/test/resilience/crash.test.ts", amounts: { random: "200", each: "5", only: "" } },
  sigterm: { file: "server/test/resilience/sigterm.test.ts", amounts: { sigterms: "100" } },
};

const [name, ...args] = process.argv.slice(2);
const proof = proofs[name];
if (!proof) {
  console.error(`Name one of: ${Object.keys(proofs).join(", ")}.`);
  process.exit(2);
}
const options = Object.fromEntries(Object.keys(proof.amounts).map((amount) => [amount, { type: "string" }]));
const { values } = parseArgs({ args, options });
for (const [amount, value] of Object.entries(values)) {
  if (amount !== "only" && !/^\d+$/.test(value)) {
    console.error(`--${amount} takes a whole number.`);
    process.exit(2);
  }
}
const amounts = Object.entries({ ...proof.amounts, ...values });
ensureInstalled();
process.exit(
  runNode(["node_modules/vitest/vitest.mjs", "run", proof.file], {
    env: Object.fromEntries(amounts.map(([amount, value]) => [`PROVE_${amount.toUpperCase()}`, value])),
  }),
);
