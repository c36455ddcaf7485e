import { readConfig } from "#server/config.ts";
import { createLog } from "#server/platform/log.ts";
import { requireDemo } from "#server/require-demo.ts";

// npm run seed:demo: members, sales, pictures and tickets, to look at a shop that has been lived in.
try {
  const config = readConfig(process.env);
  requireDemo(config);
  // An image for production holds no emulators.
  const { seedDemo } = await import("#server/demo/lived-in/seed-demo.ts");
  const { email, member, password } = await seedDemo(config, createLog("error"));
  console.log(
    `The demo is filled. Sign in as ${member} or, its admin, as ${email}, with the password ${password}.`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
