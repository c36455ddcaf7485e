import type { FastifyInstance } from "fastify";
import { createWaiting } from "../gemini/transport.ts";
import { mountProvider, readForms } from "../identity/mount-provider.ts";
import type { Client, Realm } from "../identity/provider.ts";
import { createCalls } from "./calls.ts";
import { mountControl } from "./control.ts";
import { mountDataApi } from "./data-api.ts";
import { ApiError, backendError } from "./errors.ts";
import { createFaults } from "./faults.ts";
import { youtubeOauth } from "./oauth.ts";
import { mountOembed } from "./oembed.ts";
import { type DrawVideo, drawThumbnailOf, mountPictures } from "./pictures.ts";
import { mountThumbnails } from "./thumbnails.ts";
import { openWorld, type StateStore } from "./world.ts";

export type { StateStore } from "./world.ts";

export interface YoutubeEmulatorOptions {
  /** The shop's OAuth client; without one channels can't be connected, and only what is public answers. */
  client?: Client | undefined;
  /** Mounts /control/*, by which tests set faults and read the calls. Never for the public. */
  control?: boolean;
  draw?: DrawVideo;
  store?: StateStore;
  now?: () => number;
  /** Units a day, for all of the client's calls. */
  quotaLimit?: number;
}

/**
 * A local YouTube as a Fastify plugin: Google's OAuth 2 at /o/oauth2/v2/auth, /token and /revoke, the Data API v3, oEmbed
 * and the pictures of i.ytimg.com, each at its real path, so that one origin stands for all four.
 */
export async function youtubeEmulator(
  app: FastifyInstance,
  options: YoutubeEmulatorOptions = {},
): Promise<void> {
  const now = options.now ?? Date.now;
  const world = await openWorld({ store: options.store, now, quotaLimit: options.quotaLimit });
  const faults = createFaults();
  const waiting = createWaiting();
  const calls = createCalls(faults, waiting, now);
  app.addHook("preClose", async () => waiting.end());
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    if (error instanceof ApiError) return reply.code(error.code).send(error.body);
    const status = error.name === "ZodError" ? 400 : (error.statusCode ?? 500);
    if (status < 500) return reply.code(status).send({ error: { code: status, message: error.message } });
    request.log.error(error);
    return reply.code(500).send(backendError(500).body);
  });

  let realm: Realm | undefined;
  const { client } = options;
  if (client) {
    app.register(async (scope) => {
      readForms(scope);
      scope.addHook("preHandler", async (request, reply) => {
        const operation = ({ "/token": "token", "/revoke": "revoke" } as const)[
          (request.routeOptions.url ?? "").slice(app.prefix.length) as "/token"
        ];
        if (!operation) return;
        const proceed = Symbol("proceed");
        const answer = await calls.perform(operation, request, reply, async (fault) => {
          if (fault?.fault !== "invalid-grant") return proceed;
          const description = "Token has been expired or revoked.";
          return reply.code(400).send({ error: "invalid_grant", error_description: description });
        });
        if (answer !== proceed) return reply;
      });
      realm = mountProvider(scope, "youtube", youtubeOauth(world), client, now);
      const signedIn = realm;
      scope.register(async (inner) => mountDataApi(inner, world, signedIn, calls));
      scope.register(async (inner) => mountThumbnails(inner, world, signedIn, calls));
    });
  }
  mountOembed(app, world, calls);
  mountPictures(app, world, calls, options.draw ?? drawThumbnailOf);
  if (options.control) {
    app.register(async (scope) => {
      mountControl(scope, world, { faults, calls, realm });
    });
  }
}
