import { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Call } from "#contract/call.ts";
import { errorTable } from "#contract/errors.ts";
import { failure } from "#server/platform/failure.ts";
import type { Log } from "#server/platform/log.ts";
import { addressKey } from "./client-address.ts";
import { sendPlainPage } from "./plain-page.ts";
import { ownAddresses } from "./request-metrics.ts";
import { answerPolicy } from "./security-headers.ts";
import { createKeyedSemaphore, createSemaphore, type Release, type Semaphore } from "./semaphore.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Answered 503 before any work, because too many others are being answered. */
    isShed: boolean;
    /** The slots that it holds; null for a call of a page's own rendering. */
    admission: Admission | null;
  }
  interface FastifyContextConfig {
    call?: Call;
  }
}

interface Admission {
  hasSession: boolean;
  /** Whose slot it takes once its body is there. */
  work: Semaphore;
  isWorking: boolean;
  release: Release;
  releaseAddress: Release;
  bodyTimer?: NodeJS.Timeout;
}

/** How many requests there may be at once, and how many of these slots are reserved for people with a session. */
export const defaultLimits = {
  /** As many as are answered well within a second; more would only wait for each other, and memory with them. */
  working: { most: 250, reserved: 50 },
  /** Those whose body is still coming, uploads until they are answered. */
  receiving: { most: 400, reserved: 100 },
  /** Of one address, from the headers to the last byte of the answer. */
  ofAddress: { most: 80, reserved: 40 },
  /** Answers that are files: they wait for the file store, and one that hangs must stop nothing else. */
  files: { most: 100, reserved: 20 },
  /** Small pictures: as after a restore they may have to be made first, and hold next to nothing until it is their turn. */
  previews: { most: 1_000, reserved: 200 },
  previewsOfAddress: { most: 240, reserved: 120 },
  /** Health, and PayPal's webhooks, each by itself. */
  apart: { most: 20, reserved: 0 },
};

const retrySeconds = 2;
const reportEveryMs = 5_000;
/** Work whose client is gone keeps its slot until it ends, or for this long. */
const leftBehindMs = 30_000;

export interface LoadSheddingOptions {
  /** Whether the cookie is one that the shop has signed; cheap, since it is asked of every request. */
  hasSession(request: FastifyRequest): Promise<boolean>;
  bodyMs: number;
  limits: typeof defaultLimits;
}

/**
 * Requests beyond what the machine can carry are answered 503 with Retry-After before session and input are looked at,
 * which costs next to nothing. Whoever is admitted is answered as quickly as ever. A request whose body is still coming
 * and an answer that is read slowly hold no working slot, nor does an event stream once it has begun.
 * https://www.rfc-editor.org/rfc/rfc9110#name-503-service-unavailable
 */
export function shedLoad(app: FastifyInstance, log: Log, options: LoadSheddingOptions): void {
  const { limits } = options;
  const working = createSemaphore(limits.working);
  const receiving = createSemaphore(limits.receiving);
  const files = createSemaphore(limits.files);
  const previews = createSemaphore(limits.previews);
  const apart = { health: createSemaphore(limits.apart), provider: createSemaphore(limits.apart) };
  const addresses = createKeyedSemaphore(limits.ofAddress);
  const previewAddresses = createKeyedSemaphore(limits.previewsOfAddress);
  let shed = 0;
  app.decorateRequest("isShed", false);
  app.decorateRequest("admission", null);

  function shedRequest(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    shed += 1;
    request.isShed = true;
    return sendBusy(request, reply);
  }

  function placesOf(request: FastifyRequest) {
    if (isHealth(request)) return apart.health;
    if (isWebhook(request)) return apart.provider;
    if (isFile(request)) return isPreview(request) ? previews : files;
    return working;
  }

  app.addHook("onRequest", async (request, reply) => {
    if (!(request.raw instanceof IncomingMessage)) return;
    const work = placesOf(request);
    const isShared = work !== apart.health && work !== apart.provider;
    const hasSession = !isShared || (await options.hasSession(request));
    // Its end has been told already: what it took now would never be given back.
    if (reply.raw.destroyed) throw failure("MALFORMED_REQUEST");
    const ofAddress = work === previews ? previewAddresses : addresses;
    const releaseAddress = ofAddress.acquire(addressKey(request), hasSession);
    const slots = bringsBody(request.raw) ? receiving : work;
    const release = releaseAddress && work.hasCapacity(hasSession) ? slots.acquire(hasSession) : null;
    if (!releaseAddress || !release) {
      releaseAddress?.();
      return shedRequest(request, reply);
    }
    const admission: Admission = { hasSession, work, isWorking: slots === work, release, releaseAddress };
    request.admission = admission;
    reply.raw.once("close", () => {
      releaseAddress();
      endSlowRest(request.raw, options.bodyMs);
      clearTimeout(admission.bodyTimer);
      if (!admission.isWorking) admission.release();
      else if (!reply.sent) setTimeout(() => admission.release(), leftBehindMs).unref();
    });
  });

  app.addHook("preParsing", async ({ admission, raw, headers }) => {
    if (!admission || admission.isWorking || isMultipart(headers)) return;
    admission.bodyTimer = setTimeout(() => {
      // Whoever reads the body answers with it; where nobody does, nothing waits for the body.
      if (raw.listenerCount("error") > 0) raw.emit("error", failure("REQUEST_TIMEOUT"));
    }, options.bodyMs);
  });

  app.addHook("preValidation", async (request, reply) => {
    const { admission } = request;
    if (!admission) return;
    clearTimeout(admission.bodyTimer);
    if (admission.isWorking || isMultipart(request.headers)) return;
    admission.release();
    const release = admission.work.acquire(admission.hasSession);
    if (!release) return shedRequest(request, reply);
    admission.isWorking = true;
    admission.release = release;
  });

  app.addHook("onSend", async ({ admission }) => {
    clearTimeout(admission?.bodyTimer);
    admission?.release();
  });

  const report = setInterval(() => {
    if (shed > 0) {
      const now = {
        working: working.held,
        files: files.held,
        previews: previews.held,
        receiving: receiving.held,
      };
      log.warn({ shed, ...now }, "too many requests at once: some were turned away");
    }
    shed = 0;
  }, reportEveryMs);
  report.unref();
  app.addHook("onClose", async () => clearInterval(report));
}

const isHealth = ({ routeOptions: { url } }: FastifyRequest) => ownAddresses.has(url ?? "");

const isWebhook = ({ routeOptions: { config } }: FastifyRequest) => config.call?.access === "provider";

/** A call that only leads elsewhere, such as a sign-in's way back, reads no file. */
const isFile = ({ routeOptions: { config } }: FastifyRequest) =>
  config.call?.answerKind === "file" && config.call.status !== 302;

/** Without a width some of these calls answer the whole picture; an address may name one for calls that know none. */
function isPreview({ query, routeOptions: { config } }: FastifyRequest): boolean {
  const { call } = config;
  if (!call?.query || !("width" in call.query.shape)) return false;
  return call.path.endsWith("/preview") || "width" in (query as object);
}

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
  if ((request.headers.accept ?? "").includes("text/html")) {
    return sendPlainPage(reply, {
      status: 503,
      title: "One moment, please",
      text: "Very many people are here right now. This page tries again by itself.",
      retrySeconds,
    });
  }
  reply.code(503).header("retry-after", String(retrySeconds)).header("cache-control", "no-store");
  const { message } = errorTable.UNAVAILABLE;
  const body = { success: false, message, error: message, code: "UNAVAILABLE", requestId: request.id };
  reply.header("content-security-policy", answerPolicy).type("application/json; charset=utf-8");
  return reply.send(JSON.stringify(body));
}
