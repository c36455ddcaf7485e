import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { createAuth } from "./features/accounts/auth/auth.ts";
import { createViewerResolver, signedSessionChecker } from "./features/accounts/auth/viewer.ts";
import { resolveKey } from "./features/api-keys/api-keys.service.ts";
import { createFeatures } from "./features.ts";
import { failure } from "./platform/failure.ts";
import { echoAddress } from "./platform/http/address-echo.ts";
import { createEventStreams } from "./platform/http/event-stream.ts";
import { closeMethods, type Routes } from "./platform/http/mount.ts";
import { openApiRoute } from "./platform/http/openapi.ts";
import { measureRequests } from "./platform/http/request-metrics.ts";
import { bearerIn, noteGoodKeys } from "./platform/http/require-key.ts";
import { createHttpServer } from "./platform/http/server.ts";
import type { ResolveViewer } from "./platform/http/viewer.ts";
import type { Platform } from "./platform/platform.ts";

export interface App {
  http: FastifyInstance;
  routes: Routes;
  /**
   * Starts the jobs. Once the shop can be reached, since the demo is its own model's and PayPal's host. Resolves once each
   * ran for the first time.
   */
  start(): Promise<void>;
}

export interface AppOptions {
  checkAnswers?: boolean;
  /**
   * Whether the caller made and migrated the database just now: then it is not looked at first, in four sessions, and no
   * job looks at the start for what lies due. In tests.
   */
  isDatabaseNew?: boolean;
  /** Adds the rendered pages and static files. Absent in tests of the calls, which then answer 404 in JSON. */
  pages?: (http: FastifyInstance, platform: Platform, resolveViewer: ResolveViewer) => Promise<void>;
}

/** Puts the features on a server. Listening and starting are the caller's. */
export async function buildApp(platform: Platform, options: AppOptions): Promise<App> {
  const auth = createAuth(platform);
  const keys = noteGoodKeys((key) => resolveKey(platform, key));
  const isSigned = signedSessionChecker(auth);
  const http = createHttpServer(platform.config, platform.log, async (request) => {
    const key = bearerIn(request);
    return key === null ? isSigned(request) : keys.isKnown(key);
  });
  platform.tracing.requests(http);
  measureRequests(http, platform.metrics);
  const resolveViewer = createViewerResolver(auth, platform);
  const routes: Routes = {
    app: http,
    appUrl: platform.config.appUrl,
    resolveViewer,
    resolveKey: keys.resolveKey,
    rateLimits: platform.rateLimits,
    streams: createEventStreams(http, async (request, isUse) => {
      const key = bearerIn(request);
      return key === null ? resolveViewer(request, isUse) : keys.resolveKey(key);
    }),
    checkAnswers: options.checkAnswers ?? false,
    mounted: [],
  };

  http.get("/healthz", async (request) => ({ ok: true, ...echoAddress(request, platform.appSecret) }));
  http.get("/readyz", async (request, reply) => {
    if (http.isDraining) {
      request.isShed = true;
      return reply.code(503).send({ ok: false });
    }
    await platform.db.execute(sql`select 1`);
    return { ok: true };
  });

  const features = Object.values(createFeatures(platform, auth));
  for (const feature of features) {
    feature.routes?.(routes);
    http.addHook("preClose", async () => feature.stop?.());
  }
  openApiRoute(routes);
  closeMethods(routes);
  if (options.pages) await options.pages(http, platform, resolveViewer);
  else {
    http.setNotFoundHandler(() => {
      throw failure("NOT_FOUND");
    });
  }
  return {
    http,
    routes,
    async start() {
      const firstRuns = features.flatMap(({ jobs = [], start }) => {
        start?.();
        return jobs.map((job) => platform.jobs.schedule(job, { isPutOff: options.isDatabaseNew }));
      });
      await Promise.all(firstRuns);
    },
  };
}
