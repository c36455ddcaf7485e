import { readConfig } from "#server/config.ts";
import { openShop, stopOnSignals } from "#server/open-shop.ts";
import { createLog, takeOverConsole } from "#server/platform/log.ts";

/**
 * The shop without its pages as a process of its own, which tests can kill. Configured by the environment as the
 * real one is, but listens on a free port; prints its address in one line. SIGTERM stops it as the real one.
 */
const config = readConfig(process.env);
const log = createLog(config.logLevel);
takeOverConsole(log);
let stop = async () => {};
stopOnSignals(() => stop(), log);
const shop = await openShop(config, log);
stop = shop.stop;
const url = await shop.http.listen({ host: "127.0.0.1", port: 0 });
shop.start();
process.stdout.write(`${url}\n`);
