import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { slowestFirst } from "../scripts/slowest-first-sequencer.ts";

/** Journeys of a person in a real browser over the built shop, each file with a shop of its own. */
export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  test: {
    include: ["e2e/journeys/**/*.test.ts"],
    globalSetup: ["e2e/helpers/prepare-data.ts"],
    sequence: {
      shuffle: true,
      sequencer: slowestFirst([
        "main-job.test.ts",
        "designs.test.ts",
        "public-quality.test.ts",
        "gallery.test.ts",
        "accounts.test.ts",
        "support.test.ts",
        "buying.test.ts",
        "back-office-lists.test.ts",
        "back-office-users.test.ts",
        "youtube.test.ts",
        "back-office-goods.test.ts",
        "late-answers.test.ts",
        "settings-looks.test.ts",
      ]),
    },
    pool: "forks",
    isolate: false,
    maxWorkers: 4,
    testTimeout: 180_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000, interval: 100 } },
    reporters: ["default"],
  },
});
