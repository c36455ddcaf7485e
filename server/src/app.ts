import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { forgetExpired } from "./db/retention.ts";
import { accountsRoutes } from "./features/accounts/accounts.routes.ts";
import { createAuth } from "./features/accounts/auth.ts";
import { sessionTeller, viewerResolver } from "./features/accounts/viewer.ts";
import { aiKeysRoutes } from "./features/ai-keys/ai-keys.routes.ts";
import { createKeyTurns } from "./features/ai-keys/key-pool.ts";
import { auditRoutes } from "./features/audit/audit.routes.ts";
import { catalogueRoutes } from "./features/catalogue/catalogue.routes.ts";
import { contentRoutes } from "./features/content/content.routes.ts";
import { creditsRoutes } from "./features/credits/credits.routes.ts";
import { generationRoutes } from "./features/generation/generation.routes.ts";
import { insightsRoutes } from "./features/insights/insights.routes.ts";
import { mailRoutes } from "./features/mail/mail.routes.ts";
import { ordersRoutes } from "./features/orders/orders.routes.ts";
import { paymentsRoutes } from "./features/payments/payments.routes.ts";
import { searchRoutes } from "./features/search/search.routes.ts";
import { settingsRoutes } from "./features/settings/settings.routes.ts";
import { supportRoutes } from "./features/support/support.routes.ts";
import { failure } from "./platform/failure.ts";
import { closeMethods, type Routes } from "./platform/http/mount.ts";
import { openApiRoute } from "./platform/http/openapi.ts";
import { seenAddress } from "./platform/http/seen-address.ts";
import { createHttpServer } from "./platform/http/server.ts";
import type { ResolveViewer } from "./platform/http/viewer.ts";
import type { Platform } from "./platform/platform.ts";
import { createGemini, geminiBaseUrl } from "./providers/gemini/gemini.ts";

const day = 86_400;

export interface App {
  http: FastifyInstance;
  routes: Routes;
}

export interface AppOptions {
  checkAnswers?: boolean;
  /** Adds the rendered pages and static files. Absent in tests of the calls, which then answer 404 in JSON. */
  pages?: (http: FastifyInstance, platform: Platform, resolveViewer: ResolveViewer) => Promise<void>;
}

/** The shop as one list of its features. Listening is the caller's. */
export async function buildApp(platform: Platform, options: AppOptions = {}): Promise<App> {
  const auth = createAuth(platform);
  const http = createHttpServer(platform.config, platform.log, sessionTeller(auth));
  const gemini = createGemini({
    baseUrl: geminiBaseUrl(platform.config),
    timeoutMs: platform.config.geminiTimeoutMs,
  });
  const keyTurns = createKeyTurns(platform);
  const routes: Routes = {
    app: http,
    appUrl: platform.config.appUrl,
    resolveViewer: viewerResolver(auth, platform.db),
    rateLimits: platform.rateLimits,
    checkAnswers: options.checkAnswers ?? false,
    mounted: [],
  };

  http.get("/healthz", async (request) => ({ ok: true, ...seenAddress(request, platform.appSecret) }));
  http.get("/readyz", async (request, reply) => {
    if (http.isDraining) {
      request.isShed = true;
      return reply.code(503).send({ ok: false });
    }
    await platform.db.execute(sql`select 1`);
    return { ok: true };
  });

  accountsRoutes(routes, platform, auth);
  auditRoutes(routes, platform);
  settingsRoutes(routes, platform);
  creditsRoutes(routes, platform);
  aiKeysRoutes(routes, platform, gemini, keyTurns);
  generationRoutes(routes, platform, gemini, keyTurns);
  catalogueRoutes(routes, platform);
  ordersRoutes(routes, platform);
  paymentsRoutes(routes, platform);
  mailRoutes(routes, platform);
  insightsRoutes(routes, platform);
  searchRoutes(routes, platform);
  contentRoutes(routes, platform);
  supportRoutes(routes, platform);
  openApiRoute(routes);
  platform.jobs.every("expired-rows", 3600, () => forgetExpired(platform.db));
  platform.jobs.every("file-drafts", day, () =>
    platform.storage.removeDrafts(new Date(Date.now() - day * 1000)),
  );

  closeMethods(routes);
  if (options.pages) await options.pages(http, platform, routes.resolveViewer);
  else {
    http.setNotFoundHandler(() => {
      throw failure("NOT_FOUND");
    });
  }
  return { http, routes };
}
