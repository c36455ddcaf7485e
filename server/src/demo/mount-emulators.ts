import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { federatedNames } from "#contract/accounts.ts";
import { youtubeCallback } from "#contract/youtube.ts";
import { geminiEmulator } from "#emulators/gemini/server.ts";
import { type IdentityEmulatorOptions, identityEmulator } from "#emulators/identity/server.ts";
import { paypalEmulator, type StateStore } from "#emulators/paypal/server.ts";
import { youtubeEmulator } from "#emulators/youtube/server.ts";
import type { Config } from "#server/config.ts";
import { demoPaypalClient } from "#server/db/seed/content/demo-paypal.ts";
import { readIfThere, writeWhole } from "#server/durable-files.ts";
import type { Platform } from "#server/platform/platform.ts";

/**
 * The demo's services, in the shop's process but behind HTTP: the shop reaches them at an address, as it reaches
 * the real ones. PayPal's remembers its orders over a restart, as PayPal would.
 */
export async function mountEmulators(http: FastifyInstance, platform: Platform): Promise<void> {
  const { config } = platform;
  // Now and then a word is misspelt, as the real model's are.
  await http.register(geminiEmulator, { prefix: "/demo/gemini", misspelling: 0.04 });
  await http.register(paypalEmulator, {
    prefix: "/demo/paypal",
    baseUrl: `${config.appUrl}/demo/paypal`,
    clients: [demoPaypalClient],
    deliverWebhooks: true,
    store: {
      ...fileStore(join(config.dataDir, "demo-paypal.json")),
      handover: {
        load: () => readText(earlierPaypalFile(config)),
        remove: () => rm(earlierPaypalFile(config), { force: true }),
      },
    },
  });
  if (config.youtube.imageUrl === `${config.appUrl}/demo/youtube`)
    await http.register(youtubeEmulator, {
      prefix: "/demo/youtube",
      client: config.youtube.client && {
        ...config.youtube.client,
        redirectUris: [`${config.appUrl}${youtubeCallback.path}`],
      },
      store: fileStore(join(config.dataDir, "demo-youtube.json")),
    });
  if (config.identityApiUrl !== `${config.appUrl}/demo/identity`) return;
  const clients: IdentityEmulatorOptions["clients"] = {};
  for (const name of federatedNames) {
    const redirectUris = [`${config.appUrl}/api/auth/callback/${name}`];
    const client = config.federated[name];
    if (client) clients[name] = { ...client, redirectUris };
  }
  await http.register(identityEmulator, { prefix: "/demo/identity", clients });
}

/** Payments of before, which a process that fills the demo leaves for its PayPal, running or not. */
export const earlierPaypalFile = ({ dataDir }: Pick<Config, "dataDir">) =>
  join(dataDir, "demo-paypal-earlier.json");

const readText = async (path: string) => (await readIfThere(path))?.toString();

function fileStore(path: string): StateStore {
  return { load: () => readText(path), save: (json) => writeWhole(path, json) };
}
