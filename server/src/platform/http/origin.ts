import type { FastifyRequest } from "fastify";
import { failure } from "#server/platform/failure.ts";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses an unsafe method that a page of another site sent. A browser says where a request comes from in
 * Origin or Sec-Fetch-Site; a client that sends neither is no browser and carries no cookie by accident.
 */
export function requireSameOrigin(request: FastifyRequest, appUrl: string): void {
  if (safeMethods.has(request.method)) return;
  const { origin } = request.headers;
  const site = request.headers["sec-fetch-site"];
  if (origin !== undefined && origin !== appUrl) throw failure("CROSS_SITE");
  if (site === "cross-site" || site === "same-site") throw failure("CROSS_SITE");
}
