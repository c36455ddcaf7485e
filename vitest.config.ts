import { defineConfig, type TestUserConfig } from "vitest/config";
import { slowestFirst } from "./scripts/slowest-first-sequencer.ts";

/** One real PostgreSQL for the run, a database of its own for each shop that a test opens. */
export const withPostgres = { globalSetup: ["server/test/helpers/global-setup.ts"] };

const fuzzer = "server/test/security/fuzz.test.ts";
const hostileUploads = "server/test/security/hostile-uploads.test.ts";
const alone = [fuzzer, hostileUploads, "server/test/youtube/loading.test.ts"];

const slowest = [
  fuzzer,
  "/resilience/crash.test.ts",
  "/resilience/rotation.test.ts",
  "/resilience/two-processes.test.ts",
  "/resilience/database-away.test.ts",
  "/resilience/sigterm.test.ts",
  "/resilience/backup.test.ts",
  "/payments/crash.test.ts",
  "/payments/webhooks.test.ts",
  "/takeover.test.ts",
  hostileUploads,
  "/security/ignored-fields.test.ts",
  "/generations/retake.test.ts",
  "/designs/image.test.ts",
  "/authorization.test.ts",
  "/demo/seed-demo.test.ts",
  "/youtube/set.test.ts",
  "/faults.test.ts",
  "/backup/archive.test.ts",
  "/developers/examples.test.ts",
  "/credits/ledger.test.ts",
  "/gemini-renderer.test.ts",
];

/** Files in random order. Four at a time keep two processors busy: who crashes, stops and takes over mostly waits. */
export const usual = {
  exclude: ["**/node_modules/**", "build/**"],
  sequence: { shuffle: true, sequencer: slowestFirst(slowest) },
  pool: "forks",
  maxWorkers: 4,
  testTimeout: 240_000,
  // A second, which is Vitest's own, says more of how busy the machine is than of the product.
  expect: { poll: { timeout: 20_000 } },
  hookTimeout: 240_000,
  reporters: ["default"],
} satisfies TestUserConfig;

export default defineConfig({
  test: {
    ...usual,
    projects: [
      {
        extends: true,
        // What stands in for a browser's own objects must not reach the next file; the fuzzer and who measures memory
        // want an empty heap, and what is loaded when it is first used is to be seen before that.
        test: {
          name: "modules of its own",
          include: ["{contract,drawing,web,scripts}/**/*.test.{ts,tsx}", ...alone],
          ...withPostgres,
        },
      },
      {
        extends: true,
        // Every test opens a shop of its own; the modules, which take longer to load, are shared.
        test: {
          name: "shops",
          include: ["{server,emulators}/**/*.test.{ts,tsx}"],
          exclude: [...usual.exclude, ...alone],
          ...withPostgres,
          isolate: false,
        },
      },
    ],
  },
});
