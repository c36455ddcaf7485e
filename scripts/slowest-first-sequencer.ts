import { createHash } from "node:crypto";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Files in random order, by the run's seed, but those that take longest first: none of them runs at the end alone. Those
 * with modules of their own stand together before the rest, since Vitest ends a process that shares modules, and the next
 * one loads them anew, as soon as the file that is due next has its own.
 */
export function slowestFirst(long: readonly string[]): typeof BaseSequencer {
  return class SlowestFirst extends BaseSequencer {
    override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
      const { seed } = this.ctx.config.sequence;
      const place = ({ moduleId, project }: TestSpecification) =>
        (project.config.isolate ? "0" : "1") +
        (long.some((file) => moduleId.endsWith(file)) ? "0" : "1") +
        createHash("sha256").update(`${seed} ${moduleId}`).digest("hex");
      return specifications.toSorted((a, b) => place(a).localeCompare(place(b)));
    }
  };
}
