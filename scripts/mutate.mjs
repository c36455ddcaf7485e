// Mutation testing: node scripts/mutate.mjs merging. Each group's code is changed in every small way, and only the
// tests that concern it are run; a change that none of them notices survives, one that hangs is noticed. A part of a
// long group, which may be given more than once:
// node scripts/mutate.mjs ledger --lines credits.service.ts:1-80 --lines holds.repository.ts
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { ensureInstalled, execNode } from "./node.mjs";

const features = "server/src/features";
const groups = {
  // Pure rules with tests that need no database: seconds.
  authorization: {
    mutate: ["server/src/platform/http/access.ts"],
    tests: ["server/test/platform/access.test.ts"],
  },
  matching: {
    mutate: [`${features}/payments/capture/match-capture.ts`],
    tests: ["server/test/payments/matching.test.ts"],
  },
  states: {
    mutate: [`${features}/payments/attempts/attempt-states.ts`],
    tests: ["server/test/payments/attempt-states.test.ts"],
  },
  merging: {
    mutate: [`${features}/support/tickets/diff-conversation.ts`],
    tests: ["server/test/support/merging.test.ts"],
  },
  // Through the routes and PostgreSQL: an hour or so on two cores.
  appending: {
    mutate: [`${features}/support/tickets/append-message.ts`],
    tests: ["appending", "conversation", "attachments"].map((name) => `server/test/support/${name}.test.ts`),
  },
  attempts: {
    mutate: ["attempts.ts", "sync-attempt.ts", "start-payment.ts", "claims.ts"].map(
      (file) => `${features}/payments/attempts/${file}`,
    ),
    tests: [
      "buying",
      "record-payment",
      "reconciler",
      "duplicate-payment",
      "faults",
      "browser-payments",
      "modes",
    ].map((name) => `server/test/payments/${name}.test.ts`),
  },
  generations: {
    mutate: ["finish-generation.ts", "leases.repository.ts"].map((file) => `${features}/generations/${file}`),
    tests: ["settlement", "generations", "takeover"].map((name) => `server/test/generations/${name}.test.ts`),
  },
  lists: {
    mutate: ["paging.ts", "sort-order.ts"].map((file) => `server/src/db/${file}`),
    tests: ["orders/order-lists", "content/list-order", "orders/large-lists"].map(
      (name) => `server/test/${name}.test.ts`,
    ),
  },
  fulfilment: {
    mutate: [
      `${features}/payments/capture/fulfil-order.ts`,
      `${features}/payments/capture/record-payment.ts`,
    ],
    tests: ["fulfil-order", "record-payment", "buying", "duplicate-payment"].map(
      (name) => `server/test/payments/${name}.test.ts`,
    ),
  },
  ledger: {
    mutate: [
      "credits.service.ts",
      "holds.ts",
      "holds.repository.ts",
      "settle-debt.ts",
      "ledger.repository.ts",
      "unused-holds.ts",
      "check-ledger.repository.ts",
      "statement.repository.ts",
    ].map((file) => `${features}/credits/${file}`),
    tests: ["ledger", "false-books", "statement", "holds"].map(
      (name) => `server/test/credits/${name}.test.ts`,
    ),
  },
};

if (Number(process.versions.node.split(".")[0]) < 24) {
  ensureInstalled();
  execNode([process.argv[1], ...process.argv.slice(2)]);
} else {
  const options = { lines: { type: "string", multiple: true } };
  const { values, positionals: names } = parseArgs({ options, allowPositionals: true });
  const unknown = names.find((name) => !groups[name]);
  if (unknown) {
    console.error(`Name any of: ${Object.keys(groups).join(", ")}.`);
    process.exit(2);
  }
  await import("./typescript-6.mjs");
  // Only now: it does not load under an older Node, which is here to start this one.
  const { Stryker } = await import("@stryker-mutator/core");
  for (const name of names.length > 0 ? names : Object.keys(groups))
    await mutate(Stryker, name, values.lines);
}

/** The files of a group, or those that are named, with lines or whole: "holds.repository.ts:20-60". */
function chosen(files, parts) {
  if (!parts) return files;
  return parts.map((part) => {
    const [name, range] = part.split(":");
    const file = files.find((each) => each.endsWith(`/${name}`));
    if (!file || (range !== undefined && !/^\d+-\d+$/.test(range))) {
      console.error(`--lines takes one of ${files.join(", ")} by its name, with lines: name.ts:1-80.`);
      process.exit(2);
    }
    return range === undefined ? file : `${file}:${range}`;
  });
}

async function mutate(Stryker, name, lines) {
  process.env.MUTATION_TESTS = groups[name].tests.join(";");
  const results = await new Stryker({
    mutate: chosen(groups[name].mutate, lines),
    testRunner: "vitest",
    vitest: { configFile: "scripts/mutation.vitest.config.ts", related: false },
    coverageAnalysis: "perTest",
    concurrency: 1,
    // Three times what the tests take by themselves, as another load may come meanwhile.
    timeoutMS: 20_000,
    timeoutFactor: 3,
    plugins: [
      "@stryker-mutator/vitest-runner",
      fileURLToPath(new URL("mutation-reporter.mjs", import.meta.url)),
    ],
    reporters: ["lines"],
    tempDirName: `build-mutation-${process.pid}`,
    cleanTempDir: "always",
    ignorePatterns: ["/build*", "/data", "/e2e", "/docs"],
    disableTypeChecks: false,
    logLevel: "warn",
    allowEmpty: false,
  }).runMutationTest();
  const count = (status) => results.filter((result) => result.status === status).length;
  const hung = results.filter((result) => result.status === "Timeout");
  const killed = count("Killed") + hung.length;
  const survived = count("Survived") + count("NoCoverage");
  if (killed + survived === 0) {
    console.error(`${name}: no change could be made there, so nothing was tested.`);
    process.exitCode = 1;
    return;
  }
  const score = (100 * killed) / (killed + survived);
  console.log(
    `${name}: ${killed} of ${killed + survived} changes noticed (${hung.length} hung), ${score.toFixed(1)} %`,
  );
  if (score < 85) process.exitCode = 1;
}
