import fastify from "fastify";
import { type GeminiEmulatorOptions, geminiEmulator } from "#emulators/gemini/server.ts";
import type { Config } from "#server/config.ts";
import { listen } from "#server/listen.ts";
import { openShop } from "#server/open-shop.ts";
import type { Log } from "#server/platform/log.ts";
import { withDatabase } from "#server/platform/postgres/command-database.ts";
import { requireDemo } from "#server/require-demo.ts";
import { seedShop } from "#server/seed.ts";
import { mountEmulators } from "../mount-emulators.ts";
import { fillShop } from "./fill-shop.ts";
import { refusedWords } from "./gallery.ts";

/**
 * Fills the demo, running or not, with what a lived-in shop holds. It does so as a further process of the shop; the
 * PayPal is the running shop's, whose memory it is, or this process's where none runs.
 * @throws one sentence where the shop is no demo, or was filled before.
 */
export async function seedDemo(
  config: Config,
  log: Log,
  gemini: GeminiEmulatorOptions = {},
): Promise<{ email: string; member: string; password: string }> {
  requireDemo(config);
  const model = await openModel(gemini);
  try {
    return await withDatabase(config, "attach", async (databaseUrl) => {
      const isRunning = await answers(config.appUrl);
      const own = {
        ...config,
        databaseUrl,
        geminiApiUrl: model.url,
        rateLimitFactor: 100_000,
        shutdownDelayMs: 0,
      };
      const shop = await openShop(own, log, {
        pages: async (http, platform) => (isRunning ? undefined : mountEmulators(http, platform)),
      });
      try {
        await seedShop(shop.platform);
        await shop.http.ready();
        if (!isRunning) await listen(shop.http, config);
        shop.start();
        return await fillShop(shop, config, `${config.appUrl}/demo/paypal`, gemini.fixedImage);
      } finally {
        await shop.stop();
      }
    });
  } finally {
    await model.close();
  }
}

async function answers(appUrl: string): Promise<boolean> {
  return fetch(`${appUrl}/healthz`).then(
    (answer) => answer.ok,
    () => false,
  );
}

/** The demo's model, with one prompt that it refuses. */
async function openModel(options: GeminiEmulatorOptions) {
  const app = fastify({ forceCloseConnections: true });
  await app.register(geminiEmulator, { ...options, control: true });
  const fault = { fault: "image-safety", match: { contains: refusedWords } };
  await app.inject({ method: "POST", url: "/control/faults", payload: fault });
  return { url: await app.listen({ host: "127.0.0.1", port: 0 }), close: () => app.close() };
}
