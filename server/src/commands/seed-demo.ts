import { readConfig } from "#server/config.ts";
import { createLog } from "#server/platform/log.ts";
import { requireDemo } from "#server/require-demo.ts";
import { runCommand } from "#server/run-command.ts";

// npm run seed:demo: members, sales, pictures and tickets, to look at a shop that has been lived in.
await runCommand(async () => {
  const config = readConfig(process.env);
  requireDemo(config);
  // An image for production holds no emulators.
  const { seedDemo } = await import("#server/demo/lived-in/seed-demo.ts");
  const { email, member, password } = await seedDemo(config, createLog("error"));
  console.log(
    `The demo is filled. Sign in as ${member} or, its admin, as ${email}, with the password ${password}.`,
  );
});
