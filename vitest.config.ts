import { defineConfig, type TestUserConfig } from "vitest/config";
import { slowestFirst } from "./scripts/slowest-first-sequencer.ts";

/** One real PostgreSQL for the run, a database of its own for each shop that a test opens. */
export const withPostgres = { globalSetup: ["server/test/helpers/global-setup.ts"] };

const fuzzer = "server/test/security/fuzz.test.ts";

/** Files in random order, two at a time. */
export const usual = {
  exclude: ["**/node_modules/**", "build/**"],
  sequence: { shuffle: true, sequencer: slowestFirst([fuzzer, "/test/resilience/crash.test.ts"]) },
  pool: "forks",
  maxWorkers: 2,
  testTimeout: 240_000,
  hookTimeout: 240_000,
  reporters: ["default"],
} satisfies TestUserConfig;

export default defineConfig({
  test: {
    ...usual,
    projects: [
      {
        extends: true,
        // What stands in for a browser's own objects must not reach the next file; the fuzzer wants an empty heap.
        test: {
          name: "modules of its own",
          include: ["{contract,web,scripts}/**/*.test.{ts,tsx}", fuzzer],
          ...withPostgres,
        },
      },
      {
        extends: true,
        // Every test opens a shop of its own; the modules, which take longer to load, are shared.
        test: {
          name: "shops",
          include: ["{server,emulators}/**/*.test.{ts,tsx}"],
          exclude: [...usual.exclude, fuzzer],
          ...withPostgres,
          isolate: false,
        },
      },
    ],
  },
});
