import { defineConfig, mergeConfig } from "vitest/config";
import usual from "../vitest.config.ts";

/** The usual tests, narrowed to those that concern what is being changed. A change that makes one wait fails it. */
export default mergeConfig(
  { ...usual, test: { ...usual.test, include: (process.env.MUTATION_TESTS ?? "").split(";") } },
  defineConfig({ test: { root: process.cwd(), testTimeout: 60_000, hookTimeout: 30_000 } }),
);
