import { readConfig } from "#server/config.ts";
import { createLog } from "#server/platform/log.ts";
import { startShop } from "#server/start.ts";

/** A shop in a process of its own, so that it can be killed. Prints the address that it listens on. */
const config = readConfig(process.env);
const shop = await startShop(config, createLog(config.logLevel));
const address = await shop.http.listen({ host: "127.0.0.1", port: 0 });
process.stdout.write(`listening ${address}\n`);
