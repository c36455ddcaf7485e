import { readConfig } from "#server/config.ts";
import { seedDemo } from "#server/demo/lived-in/seed-demo.ts";
import { createLog } from "#server/platform/log.ts";

// npm run seed:demo: members, sales, pictures and tickets, to look at a shop that has been lived in.
try {
  const { email, member, password } = await seedDemo(readConfig(process.env), createLog("error"));
  console.log(
    `The demo is filled. Sign in as ${member} or, its admin, as ${email}, with the password ${password}.`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
