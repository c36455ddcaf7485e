import fastify from "fastify";
import { geminiEmulator } from "./server.ts";

/**
 * Runs the emulator by itself: PORT (0 for any free one), HOST, DELAY_MS. It is for tests on this machine: the
 * control API is open.
 */
const host = process.env.HOST ?? "127.0.0.1";
const app = fastify({ forceCloseConnections: true });
await app.register(geminiEmulator, { control: true, delayMs: Number(process.env.DELAY_MS ?? 0) });
const address = await app.listen({ host, port: Number(process.env.PORT ?? 0) });
console.log(`Gemini emulator on ${address}`);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => app.close());
