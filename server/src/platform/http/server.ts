import { randomBytes } from "node:crypto";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import type { ErrorCode } from "#contract/errors.ts";
import type { Config, Patience } from "#server/config.ts";
import { isTransient } from "#server/db/errors.ts";
import { errorBody, Failure, failure } from "#server/platform/failure.ts";
import type { Log } from "#server/platform/log.ts";
import { readClientAddress } from "./client-address.ts";
import { compressAnswers } from "./compression.ts";
import { limitConnections, limitPendingResponses, proxiesOf } from "./connections.ts";
import { endConnectionsOnClose } from "./connections-on-close.ts";
import { jsonBodyLimit, parseJson } from "./json-body.ts";
import { defaultLimits, type LoadSheddingOptions, shedLoad } from "./load-shedding.ts";
import { answerPolicy } from "./security-headers.ts";
import { answerUnreadable } from "./unreadable-request.ts";

declare module "fastify" {
  interface FastifyInstance {
    patience: Patience;
  }
}

function noCompiler(): never {
  throw new Error("A route has a JSON schema, which nothing compiles here.");
}

const newRequestId = () => randomBytes(9).toString("base64url");

export const connectionLimits = { most: 4_000, ofAddress: 200 };

type HttpConfig = Pick<Config, "trustProxy" | "appUrl" | "keepAliveMs" | "patience" | "rateLimitFactor">;

/** Fastify with the shop's one error shape, request ids, strict JSON, bounded patience and quiet, header-free logs. */
export function createHttpServer(
  config: HttpConfig,
  log: Log,
  hasSession: LoadSheddingOptions["hasSession"],
): FastifyInstance {
  const { patience } = config;
  // Behind a proxy that is not named everyone seems to come from one address: operators get by with a higher factor.
  const factor = Math.max(1, config.rateLimitFactor);
  const multiplied = ({ most, reserved }: typeof defaultLimits.ofAddress) => ({
    most: most * factor,
    reserved: reserved * factor,
  });
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    bodyLimit: jsonBodyLimit,
    genReqId: newRequestId,
    clientErrorHandler: answerUnreadable(log, newRequestId),
    requestTimeout: patience.requestMs,
    keepAliveTimeout: config.keepAliveMs,
    http: {
      headersTimeout: patience.headersMs,
      connectionsCheckingInterval: Math.min(5_000, patience.headersMs),
    },
    forceCloseConnections: "idle",
    // What is on its way on a kept connection when the port closes is answered: a proxy may not send it again.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    // No route has a JSON schema, as calls bring zod's: what compiles them stays unloaded.
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    frameworkErrors: (error, request, reply) => sendError(log, error, request as never, reply as never),
  });

  app.decorate("patience", patience);
  const { most, ofAddress } = connectionLimits;
  limitConnections(app.server, { most, ofAddress: ofAddress * factor }, proxiesOf(config.trustProxy));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => {
    try {
      done(null, parseJson(body as Buffer, request.routeOptions.bodyLimit));
    } catch (error) {
      done(error as Error, undefined);
    }
  });
  readClientAddress(app, log);
  const encrypted = config.appUrl.startsWith("https:");
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id).header("x-content-type-options", "nosniff");
    if (encrypted) reply.header("strict-transport-security", "max-age=31536000");
  });
  app.addHook("onResponse", async (request, reply) => {
    if (request.isShed) return;
    const fields = {
      requestId: request.id,
      method: request.method,
      path: request.url.split("?")[0],
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    if (reply.statusCode >= 500 && !isOwnRefusal(request.failedWith)) log.error(fields, "request failed");
    else log.debug(fields, "request");
  });
  compressAnswers(app);
  shedLoad(app, log, {
    hasSession,
    bodyMs: patience.bodyMs,
    limits: {
      ...defaultLimits,
      ofAddress: multiplied(defaultLimits.ofAddress),
      previewsOfAddress: multiplied(defaultLimits.previewsOfAddress),
    },
  });
  limitPendingResponses(app, patience.answerMs);
  endConnectionsOnClose(app);
  app.setErrorHandler((error, request, reply) => sendError(log, error as FastifyError, request, reply));
  return app;
}

const fastifyCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "TOO_LARGE",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "UNSUPPORTED_TYPE",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "MALFORMED_REQUEST",
  FST_ERR_BAD_URL: "MALFORMED_REQUEST",
  FST_ERR_ASYNC_CONSTRAINT: "MALFORMED_REQUEST",
  FST_ERR_MAX_PARAM_LENGTH: "NOT_FOUND",
  FST_STATIC_FORBIDDEN_PATH: "NOT_FOUND",
};

function asFailure(error: unknown): Failure | null {
  if (error instanceof Failure) return error;
  const code = codeOf(error);
  if (code && fastifyCodes[code]) return failure(fastifyCodes[code]);
  // A condition on a file, which it does not meet, has no code but a name.
  if (error instanceof Error && error.name === "PreconditionFailedError") return failure("MALFORMED_REQUEST");
  if (isTransient(error)) return failure("UNAVAILABLE", undefined, { retryAfter: 5, cause: error });
  return null;
}

function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : undefined;
}

/** What a body or an answer breaks with when the client leaves. */
const broken = new Set(["ECONNRESET", "EPIPE", "ERR_STREAM_DESTROYED", "ERR_STREAM_PREMATURE_CLOSE"]);

/** Nobody reads the answer any more, and nothing is wrong with the shop. */
function isClientAbort(error: unknown, { raw }: FastifyRequest): boolean {
  return raw.socket.destroyed && broken.has(codeOf(error) ?? "");
}

function sendError(log: Log, error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const hungUp = isClientAbort(error, request);
  const known = hungUp ? failure("MALFORMED_REQUEST") : asFailure(error);
  if (hungUp) log.debug({ requestId: request.id, err: error }, "the client hung up");
  else if (!known) log.error({ requestId: request.id, err: error }, "unexpected error");
  else if (known.status >= 500 && !isOwnRefusal(known.code))
    log.warn({ requestId: request.id, code: known.code, err: known.cause ?? known }, "failed");
  else if (isOwnRefusal(known.code) || (noted.has(known.status) && known.code !== "UNAUTHENTICATED"))
    log.info(
      { requestId: request.id, code: known.code, ...originOf(request), userId: request.viewer?.id },
      "refused",
    );
  const found = known ?? failure("INTERNAL");
  request.failedWith = found.code;
  if (found.extras.retryAfter !== undefined) reply.header("retry-after", String(found.extras.retryAfter));
  reply
    .code(found.status)
    .header("x-request-id", request.id)
    .header("cache-control", "no-store")
    .header("content-security-policy", answerPolicy)
    .type("application/json; charset=utf-8")
    .send(JSON.stringify(errorBody(found, request.id)));
}

/** Refusals that tell of an attempt: a wrong password, another's role or site, too many requests. */
const noted = new Set([401, 403, 429]);

/** What the owner's own limits answer with 503: nothing is wrong with the shop. */
const isOwnRefusal = (code: ErrorCode | ""): boolean => code === "SPENDING_LIMIT" || code === "NO_KEYS";

function originOf(request: FastifyRequest): { method: string; path: string; address: string } {
  return { method: request.method, path: request.url.split("?")[0]!, address: request.address };
}
