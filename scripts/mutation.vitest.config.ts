import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { usual, withPostgres } from "../vitest.config.ts";

const files = (process.env.MUTATION_TESTS ?? "").split(";");

/** The quick files first, as the first test that fails ends a run: others wait long for what a change prevents. */
class QuickFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) =>
      files.findIndex((file) => moduleId.endsWith(`/${file}`));
    return specifications.toSorted((a, b) => place(a) - place(b));
  }
}

/** The usual tests, narrowed to those that concern what is being changed. A change that makes one wait fails it. */
export default defineConfig({
  test: {
    ...usual,
    ...withPostgres,
    root: process.cwd(),
    include: files,
    testTimeout: 60_000,
    hookTimeout: 30_000,
    sequence: { shuffle: false, sequencer: QuickFirst },
  },
});
