import { configOrExit } from "./config.ts";
import { checkMail } from "./doctor/checks.ts";
import { listen, listenForHealth } from "./listen.ts";
import { openShop, stopOnSignals } from "./open-shop.ts";
import { collectWhenIdle } from "./platform/collect-when-idle.ts";
import { addPages } from "./platform/http/pages.ts";
import { createLog, takeOverConsole } from "./platform/log.ts";
import { seedShop } from "./seed.ts";

const config = configOrExit();
const log = createLog(config.logLevel);
takeOverConsole(log);
// What can't be written, as on a full disk, must not end the shop.
process.stdout.on("error", () => undefined);

// Not awaited: parts that are loaded later import from this file, and would wait for its end.
void start().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  log.debug({ err: error }, "start failed");
  process.exit(1);
});

async function start(): Promise<void> {
  // Until the shop is open there is nothing to wait for: its own PostgreSQL ends with the process.
  let stop = async () => {};
  stopOnSignals(() => stop(), log);
  const endHealth = listenForHealth(config);
  const build = await import("virtual:react-router/server-build");
  const shop = await openShop(config, log, {
    pages: async (http, platform, resolveViewer) => {
      if (config.demo) {
        const { mountEmulators } = await import("./demo/mount-emulators.ts");
        await mountEmulators(http, platform);
      }
      await addPages(http, build, platform, resolveViewer);
    },
  });
  stop = shop.stop;
  const firstAdmin = await seedShop(shop.platform);
  // Before anything that may fail, such as a port in use: no other start could tell it.
  if (firstAdmin) {
    process.stdout.write(
      `\n  The first admin, shown this once:\n    ${firstAdmin.email}\n    ${firstAdmin.password}\n`,
    );
  }
  await endHealth();
  await listen(shop.http, config);
  shop.start();
  collectWhenIdle();
  if (config.smtpUrl)
    checkMail(config).catch((error: Error) => log.warn(`Mails do not go out: ${error.message}`));
  process.stdout.write(`\n  Thumbsmith is open at ${config.appUrl}\n\n`);
}

/** Ends as on SIGTERM when the launcher that started this process is gone. */
process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
