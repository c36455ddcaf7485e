import { sql } from "drizzle-orm";
import { readConfig } from "#server/config.ts";
import { openDatabase } from "#server/db/database.ts";
import { requireMigrated } from "#server/db/migration-files.ts";
import { checkLedger } from "#server/features/credits/credits.service.ts";
import { checkGenerations } from "#server/features/generations/generations.service.ts";
import { checkPayments } from "#server/features/payments/payments.service.ts";
import { checkSpending } from "#server/features/spending/spending-limit.ts";
import { withDatabase } from "#server/platform/postgres/command-database.ts";

// npm run audit: whether the books are true, on the live database. Ends with 1 and names what is wrong.
try {
  const problems = await withDatabase(readConfig(process.env), "attach", async (connectionString) => {
    const database = openDatabase(connectionString, { max: 1 });
    try {
      await requireMigrated(database.pool);
      const checks = [checkLedger, checkGenerations, checkPayments, checkSpending];
      return await database.db.transaction(
        async (tx) => {
          await tx.execute(sql`set local statement_timeout = 0`);
          const problems: string[] = [];
          for (const check of checks) problems.push(...(await check(tx)));
          return problems;
        },
        { isolationLevel: "repeatable read", accessMode: "read only" },
      );
    } finally {
      await database.close();
    }
  });
  for (const problem of problems) console.error(problem);
  console.log(problems.length === 0 ? "The books are true." : countOf(problems.length));
  process.exitCode = problems.length === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

function countOf(problems: number): string {
  return problems === 1 ? "1 problem." : `${problems} problems.`;
}
