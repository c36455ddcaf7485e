import fastify from "fastify";
import { youtubeEmulator } from "./server.ts";

/**
 * Runs the emulator by itself: PORT (0 for any free one), HOST, APP_URL of the shop, and its YOUTUBE_CLIENT_ID and
 * YOUTUBE_CLIENT_SECRET. It is for tests on this machine: the control API is open.
 */
const {
  HOST: host = "127.0.0.1",
  APP_URL: appUrl = "http://localhost:3000",
  YOUTUBE_CLIENT_ID: clientId = "test",
  YOUTUBE_CLIENT_SECRET: clientSecret = "test-secret",
} = process.env;
const redirectUris = [`${appUrl}/api/youtube/callback`];
const app = fastify({ forceCloseConnections: true });
await app.register(youtubeEmulator, { control: true, client: { clientId, clientSecret, redirectUris } });
console.log(`YouTube emulator on ${await app.listen({ host, port: Number(process.env.PORT ?? 0) })}`);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => app.close());
