import { parseArgs } from "node:util";
import { readConfig } from "#server/config.ts";
import { migrate } from "#server/db/migrate.ts";
import { openClient } from "#server/db/open-client.ts";
import { seedManyRows } from "#server/db/seed/many-rows.ts";
import { withDatabase } from "#server/platform/postgres/command-database.ts";
import { requireDemo } from "#server/require-demo.ts";
import { runCommand } from "#server/run-command.ts";

// npm run seed -- --orders 1000000 --users 200000: invented rows, to see and measure the lists at size.
await runCommand(async () => {
  const { values } = parseArgs({ options: { orders: { type: "string" }, users: { type: "string" } } });
  const orders = whole("orders", values.orders ?? "10000", 10_000_000);
  const users = whole("users", values.users ?? String(Math.max(1, Math.round(orders / 5))), 2_000_000);
  const config = readConfig(process.env);
  requireDemo(config);
  await withDatabase(config, "attach", async (connectionString) => {
    await migrate(connectionString);
    const client = await openClient(connectionString);
    try {
      await seedManyRows(client, { users, orders }, console.log);
    } finally {
      await client.end();
    }
  });
  console.log(`The shop now has ${users} invented people and ${orders} orders of theirs.`);
});

function whole(name: string, text: string, most: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > most) {
    throw new Error(`--${name} must be a whole number from 0 to ${most}.`);
  }
  return value;
}
