import pretty from "pino-pretty";
import type { ServerBuild } from "react-router";
import { readConfig } from "./config.ts";
import { mountEmulators } from "./demo/mount-emulators.ts";
import { openShop, type Shop } from "./open-shop.ts";
import { addPages } from "./platform/http/pages.ts";
import { createLog } from "./platform/log.ts";
import { findRunningOwnPostgres } from "./platform/postgres/embedded-postgres.ts";
import { seedShop } from "./seed.ts";

/**
 * The shop as `npm run dev` opens it: pages rendered from the sources of the moment, readable logs.
 * The caller listens and starts it, and hands on the requests that are not for a source file.
 */
export async function openDevShop(build: () => Promise<ServerBuild>): Promise<Shop> {
  const config = { ...readConfig(process.env), shutdownDelayMs: 0 };
  const log = createLog(config.logLevel, pretty({ ignore: "pid,hostname", translateTime: "HH:MM:ss.l" }));
  const shop = await openShop(config, log, {
    pages: async (http, platform, resolveViewer) => {
      // What Vite adds to a page has no hash that the policy could name.
      http.addHook("onSend", async (_request, reply) => void reply.removeHeader("content-security-policy"));
      if (config.demo) await mountEmulators(http, platform);
      await addPages(http, build, platform, resolveViewer);
    },
  });
  const firstAdmin = await seedShop(shop.platform);
  if (firstAdmin) process.stdout.write(`  The first admin: ${firstAdmin.email} ${firstAdmin.password}\n`);
  await shop.http.ready();
  const database = config.databaseUrl ?? findRunningOwnPostgres(config.dataDir);
  process.stdout.write(`\n  psql "${database}"\n`);
  return shop;
}
