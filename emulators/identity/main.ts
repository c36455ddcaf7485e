import fastify from "fastify";
import { providerNames } from "./provider.ts";
import { type IdentityEmulatorOptions, identityEmulator } from "./server.ts";

/**
 * Runs the emulator by itself: PORT (0 for any free one), HOST, APP_URL of the shop, and the same GOOGLE_CLIENT_ID and
 * so on as the shop has.
 */
const { HOST: host = "127.0.0.1", APP_URL: appUrl = "http://localhost:3000" } = process.env;
const clients: IdentityEmulatorOptions["clients"] = {};
for (const name of providerNames) {
  const clientId = process.env[`${name.toUpperCase()}_CLIENT_ID`];
  const clientSecret = process.env[`${name.toUpperCase()}_CLIENT_SECRET`];
  if (clientId && clientSecret)
    clients[name] = { clientId, clientSecret, redirectUris: [`${appUrl}/api/auth/callback/${name}`] };
}
const app = fastify({ forceCloseConnections: true });
await app.register(identityEmulator, { clients });
console.log(`Identity emulator on ${await app.listen({ host, port: Number(process.env.PORT ?? 0) })}`);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => app.close());
