import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ErrorCode } from "#contract/errors.ts";
import type { Metrics } from "#server/platform/metrics/metrics.ts";
import { isCallOfPage } from "./in-process-client.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The code of the error that it is answered with. */
    failedWith: ErrorCode | "";
  }
}

/** Counts each request and how long it took, once its answer is out. */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  app.decorateRequest("failedWith", "");
  app.addHook("onResponse", (request, reply, done) => {
    if (!isCallOfPage()) {
      const call = reply.statusCode === 405 ? "method not allowed" : callOf(request);
      metrics.count("thumbsmith_http_requests_total", {
        call,
        status: reply.statusCode,
        // Of these alone, since a limit of the owner's own is answered 503 as well.
        code: reply.statusCode >= 500 ? request.failedWith : "",
      });
      // A stream lasts as long as somebody looks at it.
      if (request.routeOptions.config.call?.answerKind !== "events")
        metrics.observe("thumbsmith_http_request_duration_seconds", { call }, reply.elapsedTime / 1000);
    }
    done();
  });
}

/** By which the process is watched: no call of the contract. */
export const ownAddresses = new Set(["/healthz", "/readyz", "/metrics"]);

/**
 * The call as the contract names it, and never the address that was asked for: it may hold a token, and strangers could
 * fill the memory with addresses that they make up.
 */
export function callOf(request: FastifyRequest): string {
  const { config, url } = request.routeOptions;
  if (config.call) return `${config.call.method} ${config.call.path}`;
  // What no route has is a page's, or nobody's.
  if (url === undefined) return request.method === "GET" || request.method === "HEAD" ? "page" : "unknown";
  if (ownAddresses.has(url)) return `GET ${url}`;
  if (url.startsWith("/demo/")) return "demo";
  return "file";
}
