import fastify from "fastify";
import { onTestFinished } from "vitest";
import { demoChannels } from "#emulators/youtube/channels.ts";
import type { Fault, FaultKind, Operation } from "#emulators/youtube/faults.ts";
import { drawFieldOf } from "#emulators/youtube/pictures.ts";
import { type YoutubeEmulatorOptions, youtubeEmulator } from "#emulators/youtube/server.ts";
import { openTestShop, type TestShop } from "../helpers/test-shop.ts";

export const { main, second, other } = demoChannels();
/** A public one with a picture of full size; a private one; one that no other site may show. */
export const publicVideo = main.videos[1]!;
export const privateVideo = main.videos.find(({ privacy }) => privacy === "private")!;
export const unembeddable = main.videos.find(({ embeddable }) => !embeddable)!;
export const smallVideo = main.videos.find(({ hasMaxres }) => !hasMaxres)!;

export interface Youtube {
  /** What the shop's environment needs to know of it. */
  env: Record<string, string>;
  url: string;
  fault(on: Operation, fault: FaultKind, more?: Partial<Fault> & { times?: number | null }): Promise<void>;
  clearFaults(): Promise<void>;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape.
  control(method: "GET" | "POST" | "DELETE", path: string, body?: object): Promise<any>;
  /** How often each operation was asked for since the last time. */
  counts(): Promise<Partial<Record<Operation, number>>>;
}

/** YouTube's emulator on a port of its own, with a client of the shop, ended with the test. */
export async function openYoutube(
  options: Omit<YoutubeEmulatorOptions, "client"> & { appUrl?: string; secret?: string } = {},
): Promise<Youtube> {
  const { appUrl = "http://localhost:3000", secret = "a client secret", ...rest } = options;
  const client = {
    clientId: "youtube-client",
    clientSecret: secret,
    redirectUris: [`${appUrl}/api/youtube/callback`],
  };
  const app = fastify({ forceCloseConnections: true });
  await app.register(youtubeEmulator, { control: true, client, draw: drawFieldOf, ...rest });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  const control: Youtube["control"] = async (method, path, body) => {
    const answer = await app.inject({ method, url: `/control/${path}`, ...(body ? { payload: body } : {}) });
    if (answer.statusCode >= 300) throw new Error(`The emulator refused: ${answer.body}`);
    return answer.body ? answer.json() : null;
  };
  return {
    url,
    env: {
      YOUTUBE_CLIENT_ID: client.clientId,
      YOUTUBE_CLIENT_SECRET: secret,
      YOUTUBE_API_URL: url,
      YOUTUBE_AUTH_URL: url,
      YOUTUBE_OEMBED_URL: url,
      YOUTUBE_IMAGE_URL: url,
    },
    control,
    fault: (on, fault, more = {}) => control("POST", "faults", { on, fault, ...more }),
    clearFaults: () => control("DELETE", "faults"),
    async counts() {
      const { requests } = await control("GET", "requests");
      await control("DELETE", "requests");
      const counts: Partial<Record<Operation, number>> = {};
      for (const { operation } of requests as { operation: Operation }[])
        counts[operation] = (counts[operation] ?? 0) + 1;
      return counts;
    },
  };
}

export async function openYoutubeShop(
  options: Parameters<typeof openTestShop>[0] & { emulator?: Parameters<typeof openYoutube>[0] } = {},
): Promise<{ shop: TestShop; youtube: Youtube }> {
  const youtube = await openYoutube(options.emulator);
  const shop = await openTestShop({ ...options, env: { ...youtube.env, ...options.env } });
  return { shop, youtube };
}
