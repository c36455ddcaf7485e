import type { FastifyRequest } from "fastify";
import { isLoopback } from "#server/networks.ts";
import { failure } from "#server/platform/failure.ts";
import type { Routes } from "#server/platform/http/mount.ts";
import { isSameSecret } from "#server/platform/is-same-secret.ts";
import type { Platform } from "#server/platform/platform.ts";
import { ownerGauges, queueGauges } from "./gauges.ts";

/**
 * What Prometheus reads, https://prometheus.io/docs/instrumenting/exposition_formats/. For whoever brings METRICS_TOKEN
 * as a bearer, and for this machine itself; to all others there is no such address where no token is set.
 */
export function monitoringRoutes({ app }: Routes, platform: Platform): void {
  const { metrics, config } = platform;
  queueGauges(platform);
  ownerGauges(platform);
  app.get("/metrics", async (request, reply) => {
    if (!isFromThisMachine(request) && !bringsToken(request, config.metricsToken)) {
      if (!config.metricsToken) throw failure("NOT_FOUND");
      reply.header("www-authenticate", "Bearer");
      throw failure("UNAUTHENTICATED", "Metrics are read with METRICS_TOKEN as a bearer token.");
    }
    const { type, text } = await metrics.read();
    return reply.header("cache-control", "no-store").type(type).send(text);
  });
}

function bringsToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  const brought = /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
  return token !== undefined && brought !== undefined && isSameSecret(brought, token);
}

/** What proxies add to what they hand on. */
const forwarding = [
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
  "forwarded",
  "via",
];

/**
 * Whether a program on this machine asks for itself. A proxy on it asks from the same address, for anybody: what it hands
 * on tells of it by its headers, or by the Host of the site. The socket's address counts, whomever TRUST_PROXY believes.
 */
function isFromThisMachine({ raw: { socket, headers } }: FastifyRequest): boolean {
  if (!isLoopback(socket.remoteAddress ?? "")) return false;
  if (forwarding.some((name) => headers[name] !== undefined)) return false;
  const host = (headers.host ?? "").replace(/:\d+$/, "");
  return isLoopback(host);
}
