import { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Call } from "#contract/call.ts";
import { errorTable } from "#contract/errors.ts";
import { failure } from "#server/platform/failure.ts";
import type { Log } from "#server/platform/log.ts";
import { addressKey } from "./client-address.ts";
import { createPlaces, createPlacesByKey, type Leave, type Places } from "./places.ts";
import { answerPolicy } from "./security-headers.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Answered at the door, because too many others are being answered. */
    isShed: boolean;
    /** The places that it holds; null for a call of a page's own rendering. */
    visit: Visit | null;
  }
  interface FastifyContextConfig {
    call?: Call;
  }
}

interface Visit {
  hasSession: boolean;
  /** Where it is worked on once its body is there. */
  work: Places;
  isWorking: boolean;
  leave: Leave;
  leaveAddress: Leave;
  bodyTimer?: NodeJS.Timeout;
}

/** How many requests there may be at once, and how many of these places are kept for people with a session. */
export const usualLimits = {
  /** As many as are answered well within a second; more would only wait for each other, and memory with them. */
  working: { most: 250, reserved: 50 },
  /** Those whose body is still coming, uploads until they are answered. */
  receiving: { most: 400, reserved: 100 },
  /** Of one address, from the headers to the last byte of the answer. */
  ofAddress: { most: 80, reserved: 40 },
  /** Health, and PayPal's news, each by itself. */
  apart: { most: 20, reserved: 0 },
};

const retrySeconds = 2;
const reportEveryMs = 5_000;
/** What a client that hung up has left to be done keeps its place, but not for ever. */
const leftBehindMs = 30_000;

export interface LoadSheddingOptions {
  /** Whether the cookie is one that the shop has signed; cheap, since it is asked of every request. */
  hasSession(request: FastifyRequest): Promise<boolean>;
  bodyMs: number;
  limits: typeof usualLimits;
}

/**
 * Under more load than the machine can carry, what is too much is told so at once and costs next to nothing: 503 with
 * Retry-After, before session and input are looked at. Those who were let in are answered as quickly as ever, and
 * nobody takes a place among them who has yet to send a body, or reads an answer slowly. Event streams leave their
 * place once they have begun.
 */
export function shedLoad(app: FastifyInstance, log: Log, options: LoadSheddingOptions): void {
  const { limits } = options;
  const working = createPlaces(limits.working);
  const receiving = createPlaces(limits.receiving);
  const apart = { health: createPlaces(limits.apart), provider: createPlaces(limits.apart) };
  const addresses = createPlacesByKey(limits.ofAddress);
  let shed = 0;
  app.decorateRequest("isShed", false);
  app.decorateRequest("visit", null);

  function shedRequest(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    shed += 1;
    request.isShed = true;
    return sendBusy(request, reply);
  }

  app.addHook("onRequest", async (request, reply) => {
    if (!(request.raw instanceof IncomingMessage)) return;
    const work = isHealth(request) ? apart.health : isWebhook(request) ? apart.provider : working;
    const hasSession = work !== working || (await options.hasSession(request));
    const leaveAddress = addresses.take(addressKey(request), hasSession);
    const place = bringsBody(request.raw) ? receiving : work;
    const leave = leaveAddress && work.hasRoom(hasSession) ? place.take(hasSession) : null;
    if (!leaveAddress || !leave) {
      leaveAddress?.();
      return shedRequest(request, reply);
    }
    const visit: Visit = { hasSession, work, isWorking: place === work, leave, leaveAddress };
    request.visit = visit;
    reply.raw.once("close", () => {
      leaveAddress();
      endSlowRest(request.raw, options.bodyMs);
      clearTimeout(visit.bodyTimer);
      if (!visit.isWorking) visit.leave();
      else if (!reply.sent) setTimeout(() => visit.leave(), leftBehindMs).unref();
    });
  });

  app.addHook("preParsing", async ({ visit, raw, headers }) => {
    if (!visit || visit.isWorking || isMultipart(headers)) return;
    visit.bodyTimer = setTimeout(() => {
      // Whoever reads the body answers with it; where nobody does, nothing waits for the body.
      if (raw.listenerCount("error") > 0) raw.emit("error", failure("REQUEST_TIMEOUT"));
    }, options.bodyMs);
  });

  app.addHook("preValidation", async (request, reply) => {
    const { visit } = request;
    if (!visit) return;
    clearTimeout(visit.bodyTimer);
    if (visit.isWorking || isMultipart(request.headers)) return;
    visit.leave();
    const leave = visit.work.take(visit.hasSession);
    if (!leave) return shedRequest(request, reply);
    visit.isWorking = true;
    visit.leave = leave;
  });

  app.addHook("onSend", async ({ visit }) => {
    clearTimeout(visit?.bodyTimer);
    visit?.leave();
  });

  const report = setInterval(() => {
    if (shed > 0) {
      const now = { working: working.taken, receiving: receiving.taken };
      log.warn({ turnedAway: shed, ...now }, "too many requests at once: some were turned away");
    }
    shed = 0;
  }, reportEveryMs);
  report.unref();
  app.addHook("onClose", async () => clearInterval(report));
}

const isHealth = ({ routeOptions: { url } }: FastifyRequest) => url === "/healthz" || url === "/readyz";

const isWebhook = ({ routeOptions: { config } }: FastifyRequest) => config.call?.access === "provider";

function bringsBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** Who was answered before the body was there may go on sending it, so that the answer is read, but not slowly. */
function endSlowRest(request: IncomingMessage, withinMs: number): void {
  if (request.complete || request.destroyed) return;
  const timer = setTimeout(() => request.complete || request.destroy(), withinMs).unref();
  request.once("close", () => clearTimeout(timer));
}

/** Uploads are read by their calls, which have limits of their own. */
const isMultipart = (headers: FastifyRequest["headers"]) =>
  /^\s*multipart\//i.test(headers["content-type"] ?? "");

function sendBusy(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.code(503).header("retry-after", String(retrySeconds)).header("cache-control", "no-store");
  const { message } = errorTable.UNAVAILABLE;
  if ((request.headers.accept ?? "").includes("text/html")) {
    reply.header("content-security-policy", `${answerPolicy}; style-src 'unsafe-inline'`);
    return reply.type("text/html; charset=utf-8").send(busyPage);
  }
  const body = { success: false, message, error: message, code: "UNAVAILABLE", requestId: request.id };
  reply.header("content-security-policy", answerPolicy).type("application/json; charset=utf-8");
  return reply.send(JSON.stringify(body));
}

const busyPage = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="${retrySeconds}"><title>One moment, please</title></head>
<body style="font-family:system-ui;max-width:40ch;margin:20vh auto;padding:0 1rem">
<h1>One moment, please</h1>
<p>Very many people are here right now. This page tries again by itself.</p></body></html>
`;
