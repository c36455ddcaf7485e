import { sql } from "drizzle-orm";
import { readConfig } from "#server/config.ts";
import { usingDatabase } from "#server/db/database.ts";
import { requireMigrated } from "#server/db/migration-files.ts";
import { checkLedger } from "#server/features/credits/credits.service.ts";
import { checkGenerations } from "#server/features/generations/generations.service.ts";
import { checkPayments } from "#server/features/payments/payments.service.ts";
import { checkSpending } from "#server/features/spending/spending-limit.ts";
import { withDatabase } from "#server/platform/postgres/command-database.ts";
import { runCommand } from "#server/run-command.ts";

// npm run audit: whether the books are true, on the live database. Ends with 1 and names what is wrong.
await runCommand(async () => {
  const problems = await withDatabase(readConfig(process.env), "attach", (connectionString) =>
    usingDatabase(connectionString, async ({ db, pool }) => {
      await requireMigrated(pool);
      const checks = [checkLedger, checkGenerations, checkPayments, checkSpending];
      return db.transaction(
        async (tx) => {
          await tx.execute(sql`set local statement_timeout = 0`);
          const problems: string[] = [];
          for (const check of checks) problems.push(...(await check(tx)));
          return problems;
        },
        { isolationLevel: "repeatable read", accessMode: "read only" },
      );
    }),
  );
  for (const problem of problems) console.error(problem);
  console.log(problems.length === 0 ? "The books are true." : countOf(problems.length));
  process.exitCode = problems.length === 0 ? 0 : 1;
});

function countOf(problems: number): string {
  return problems === 1 ? "1 problem." : `${problems} problems.`;
}
