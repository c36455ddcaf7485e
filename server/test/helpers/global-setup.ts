import type { TestProject } from "vitest/node";
import { migrate } from "#server/db/migrate.ts";
import { startTestPostgres } from "./test-cluster.ts";

/** The run's PostgreSQL with a migrated template; where it listens reaches the test files by `inject`. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres();
  await postgres.createTemplate(migrate);
  project.provide("postgres", postgres.adminConnectionString);
  return () => postgres.stop();
}

declare module "vitest" {
  interface ProvidedContext {
    postgres: string;
  }
}
