import Fastify from "fastify";
import { demoChannels } from "#emulators/youtube/channels.ts";
import type { FaultKind, Operation } from "#emulators/youtube/faults.ts";
import { drawFieldOf } from "#emulators/youtube/pictures.ts";
import { youtubeEmulator } from "#emulators/youtube/server.ts";
import { closeServer, controlOf } from "./emulator-server.ts";
import { freePort } from "./free-port.ts";

export const { main: channel, second: unverified, other: stranger } = demoChannels();

export interface Youtube {
  /** What the shop has to be started with. */
  env: Record<string, string>;
  fail(
    on: Operation,
    fault: FaultKind,
    options?: { times?: number | null; delayMs?: number; afterEffect?: boolean },
  ): Promise<void>;
  heal(): Promise<void>;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape.
  control(method: string, path: string, body?: unknown): Promise<any>;
  close(): Promise<void>;
}

/** YouTube's emulator on a port of its own, with plain pictures, for a shop that listens on any port. */
export async function startYoutube(): Promise<Youtube> {
  const app = Fastify({ forceCloseConnections: true });
  const client = {
    clientId: "journeys",
    clientSecret: "a secret of the journeys",
    redirectUris: { includes: (uri: string) => uri.endsWith("/api/youtube/callback") } as string[],
  };
  await app.register(youtubeEmulator, { control: true, client, draw: drawFieldOf });
  const url = await app.listen({ host: "127.0.0.1", port: await freePort() });
  const control: Youtube["control"] = async (method, path, body) => {
    const answer = await controlOf(url)(method, path, body);
    return answer.status === 204 ? null : answer.json();
  };
  return {
    env: {
      YOUTUBE_CLIENT_ID: client.clientId,
      YOUTUBE_CLIENT_SECRET: client.clientSecret,
      YOUTUBE_API_URL: url,
      YOUTUBE_AUTH_URL: url,
      YOUTUBE_OEMBED_URL: url,
      YOUTUBE_IMAGE_URL: url,
    },
    control,
    fail: (on, fault, options = {}) => control("POST", "faults", { on, fault, ...options }),
    heal: () => control("DELETE", "faults"),
    close: () => closeServer(app),
  };
}
