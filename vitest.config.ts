import { defineConfig } from "vitest/config";

/** One real PostgreSQL for the run, a database of its own for each shop that a test opens, files in random order. */
export default defineConfig({
  test: {
    include: ["{contract,server,web,stand-ins,scripts}/**/*.test.{ts,tsx}"],
    exclude: ["**/node_modules/**", "build/**"],
    globalSetup: ["server/test/support/global-setup.ts"],
    sequence: { shuffle: true },
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 240_000,
    hookTimeout: 240_000,
    reporters: ["default"],
  },
});
