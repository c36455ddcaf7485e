import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import fastify from "fastify";
import type { StateStore } from "./options.ts";
import { paypalEmulator } from "./server.ts";

/**
 * Runs the emulator by itself: PORT (0 for any free one), HOST, BASE_URL (its public address), STATE_FILE
 * (kept in memory without one). It is for tests on this machine: the control API is open.
 */
const host = process.env.HOST ?? "127.0.0.1";
const port = Number(process.env.PORT ?? 0);
const app = fastify({ forceCloseConnections: true });

function fileStore(path: string): StateStore {
  return {
    load: () =>
      readFile(path, "utf8").catch((error) => {
        if (error.code === "ENOENT") return undefined;
        throw error;
      }),
    save: async (json) => {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(`${path}.new`, json);
      await rename(`${path}.new`, path);
    },
  };
}

// The address is part of the links, so a free port has to be known before the plugin is made.
const chosen = port === 0 ? await freePort() : port;
await app.register(paypalEmulator, {
  baseUrl: process.env.BASE_URL ?? `http://${host}:${chosen}`,
  control: true,
  clients: [
    {
      clientId: process.env.PAYPAL_CLIENT_ID ?? "test",
      secret: process.env.PAYPAL_CLIENT_SECRET ?? "test-secret",
      merchantId: "7VQ5HSHPDEM2A",
      email: "shop@example.com",
      name: process.env.MERCHANT_NAME ?? "Demo shop",
    },
  ],
  ...(process.env.STATE_FILE ? { store: fileStore(process.env.STATE_FILE) } : {}),
});
await app.listen({ host, port: chosen });
console.log(`PayPal emulator on http://${host}:${chosen}`);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => app.close());

async function freePort(): Promise<number> {
  const probe = fastify();
  await probe.listen({ host, port: 0 });
  const address = probe.server.address();
  await probe.close();
  return typeof address === "object" && address ? address.port : 0;
}
