import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { isLoopback } from "#server/environment.ts";
import { countFailedMails } from "#server/features/mail/mail.service.ts";
import { failure } from "#server/platform/failure.ts";
import { withoutMapping } from "#server/platform/http/client-address.ts";
import type { Routes } from "#server/platform/http/mount.ts";
import type { Platform } from "#server/platform/platform.ts";
import { type Queues, readQueues } from "./queues.repository.ts";

/**
 * What Prometheus reads, https://prometheus.io/docs/instrumenting/exposition_formats/. For whoever brings METRICS_TOKEN
 * as a bearer, and for this machine itself; to all others there is no such address where no token is set.
 */
export function monitoringRoutes({ app }: Routes, platform: Platform): void {
  const { metrics, config } = platform;
  queueGauges(platform);
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
  return token !== undefined && brought !== undefined && timingSafeEqual(digest(brought), digest(token));
}

const digest = (text: string) => createHash("sha256").update(text).digest();

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
  const peer = withoutMapping(socket.remoteAddress ?? "");
  if (peer !== "::1" && !peer.startsWith("127.")) return false;
  if (forwarding.some((name) => headers[name] !== undefined)) return false;
  const host = (headers.host ?? "").replace(/:\d+$/, "");
  return isLoopback(host);
}

/** How much waits in the database and how late it is. All processes of a shop tell the same. */
function queueGauges({ metrics, db }: Platform): void {
  let reading: Promise<Queues> | null = null;
  // What waits is read for several gauges in one moment, of which one statement is enough.
  const queues = () => {
    reading ??= readQueues(db).finally(() => {
      reading = null;
    });
    return reading;
  };

  metrics.gauges("thumbsmith_database_up", {
    help: "Whether the database answers.",
    read: async () => ({ "": (await queues()) ? 1 : 0 }),
  });
  metrics.gauges("thumbsmith_queue_length", {
    help: "Rows that wait to be worked on, also until a later moment.",
    label: "queue",
    read: async () => (await queues()).waiting,
  });
  metrics.gauges("thumbsmith_queue_delay_seconds", {
    help: "For how long the row that is due longest has been due; of runs, how long the oldest unfinished one lasts.",
    label: "queue",
    read: async () => (await queues()).late,
  });
  metrics.gauges("thumbsmith_mails_failed", {
    help: "Mails of the log that were given up and can be sent again, or whose link ended in the last week.",
    read: async () => ({ "": await countFailedMails(db) }),
  });
  metrics.gauges("thumbsmith_ai_keys", {
    help: "Active keys of the model's provider: usable, resting because of a quota, or refused by the provider.",
    label: "state",
    read: async () => (await queues()).keys,
  });
}
