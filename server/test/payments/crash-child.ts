import { readConfig } from "#server/config.ts";
import { openShop } from "#server/open-shop.ts";
import { createLog } from "#server/platform/log.ts";

/** A shop in a process of its own, so that it can be killed. Prints the address that it listens on. */
const config = readConfig(process.env);
const shop = await openShop(config, createLog(config.logLevel));
const address = await shop.http.listen({ host: "127.0.0.1", port: 0 });
shop.start();
process.stdout.write(`listening ${address}\n`);
