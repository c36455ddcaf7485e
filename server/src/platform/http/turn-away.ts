import { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { errorTable } from "#contract/errors.ts";
import type { Log } from "#server/platform/log.ts";
import { answerPolicy } from "./security-headers.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Answered at the door, because too many others are being answered. */
    isTurnedAway: boolean;
  }
}

/** As many as are answered well within a second; more would only wait for each other, and memory with them. */
const mostUnderWay = 250;
const retrySeconds = 2;
const reportEveryMs = 5_000;

/**
 * Under more load than the machine can carry, what is too much is told so at once and costs next to nothing: 503 with
 * Retry-After, before session and input are looked at. Those who were let in are answered as quickly as ever. Health
 * and PayPal's news are always let in; open event streams do not count, nor the calls of a page's own rendering.
 */
export function turnAwayTooMany(app: FastifyInstance, log: Log, most = mostUnderWay): void {
  let underWay = 0;
  let turnedAway = 0;
  app.decorateRequest("isTurnedAway", false);

  app.addHook("onRequest", async (request, reply) => {
    if (!(request.raw instanceof IncomingMessage) || isAlwaysLetIn(request)) return;
    if (underWay >= most) {
      turnedAway += 1;
      request.isTurnedAway = true;
      return sendBusy(request, reply);
    }
    underWay += 1;
    reply.raw.once("close", () => {
      underWay -= 1;
    });
  });

  const report = setInterval(() => {
    if (turnedAway > 0)
      log.warn({ turnedAway, underWay }, "too many requests at once: some were turned away");
    turnedAway = 0;
  }, reportEveryMs);
  report.unref();
  app.addHook("onClose", async () => clearInterval(report));
}

function isAlwaysLetIn(request: FastifyRequest): boolean {
  const path = request.url.split("?")[0]!;
  const isStream = path.startsWith("/api/") && path.endsWith("/events");
  return isStream || path === "/healthz" || path === "/readyz" || path === "/api/paypal/webhook";
}

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
