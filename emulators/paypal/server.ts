import type { FastifyInstance, FastifyRequest } from "fastify";
import { createEmulator, type Emulator } from "./emulator.ts";
import { PaypalError } from "./errors.ts";
import { newDebugId } from "./ids.ts";
import { detailOf } from "./issues.ts";
import type { PaypalEmulatorOptions } from "./options.ts";
import { mountCheckout } from "./routes/checkout.ts";
import { mountControl } from "./routes/control.ts";
import { mountRest } from "./routes/rest.ts";
import { mountWebhooks } from "./routes/webhooks.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The body's own text, for what depends on its bytes. */
    rawText?: string | null;
  }
}

export type { PaypalClient, PaypalEmulatorOptions, StateStore } from "./options.ts";

/**
 * A local PayPal as a Fastify plugin: its REST API, webhooks, browser script and approval window. It can
 * be mounted under a prefix; `options.baseUrl` then ends with that prefix. It sees nothing of the
 * application around it but what that application's own hooks do to every request.
 */
export async function paypalEmulator(app: FastifyInstance, options: PaypalEmulatorOptions): Promise<void> {
  const emulator = await createEmulator({ ...options, baseUrl: options.baseUrl.replace(/\/+$/, "") });

  if (options.store?.handover) app.addHook("onRequest", () => emulator.takeOver());
  readBodies(app);
  record(app, emulator);

  app.addHook("onSend", async (request, reply) => {
    if (request.routeOptions.url?.match(/\/v[12]\//)) reply.header("paypal-debug-id", newDebugId());
  });
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const known =
      error instanceof PaypalError
        ? error
        : error.statusCode === 415
          ? new PaypalError("UNSUPPORTED_MEDIA_TYPE")
          : (error.statusCode ?? 500) < 500
            ? new PaypalError("INVALID_REQUEST", [detailOf("INVALID_PARAMETER_SYNTAX")])
            : new PaypalError("INTERNAL_SERVER_ERROR");
    if (known.status === 500 && !(error instanceof PaypalError)) app.log.error(error);
    return reply.code(known.status).send(known.body);
  });
  app.setNotFoundHandler((_request, reply) => {
    const error = new PaypalError("RESOURCE_NOT_FOUND");
    return reply.code(error.status).send(error.body);
  });

  mountRest(app, emulator);
  mountWebhooks(app, emulator);
  mountCheckout(app, emulator);
  if (options.control) mountControl(app, emulator);

  // Calls that a fault left hanging would keep the server from closing.
  app.addHook("preClose", async () => {
    emulator.faults.clear();
    for (const socket of emulator.hanging) socket.destroy();
  });
  app.addHook("onClose", () => emulator.close());
  emulator.deliveries.wake();
}

function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.decorateRequest("rawText", null);
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, text: string, done) => {
    request.rawText = text;
    if (text.trim() === "") {
      done(null, undefined);
      return;
    }
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      done(new PaypalError("INVALID_REQUEST", [detailOf("MALFORMED_REQUEST_JSON")]));
      return;
    }
    done(null, body);
  });
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, text: string, done) => done(null, new URLSearchParams(text)),
  );
}

const RECORDED_AT_MOST = 1000;
const SHOWN = ["content-type", "paypal-request-id", "prefer", "user-agent", "paypal-auth-assertion"];

/** Keeps the API's calls for tests to look at; of a secret only its kind is kept. */
function record(app: FastifyInstance, emulator: Emulator): void {
  const entries = new WeakMap<FastifyRequest, Emulator["recorded"][number]>();
  app.addHook("preHandler", async (request) => {
    if (!request.routeOptions.url?.match(/\/v[12]\//)) return;
    const headers: Record<string, string> = {};
    for (const name of SHOWN) {
      const value = request.headers[name];
      if (typeof value === "string") headers[name] = value;
    }
    const authorization = request.headers.authorization;
    if (authorization) headers.authorization = `${authorization.split(" ")[0]} ***`;
    const entry: Emulator["recorded"][number] = {
      at: new Date(emulator.now()).toISOString(),
      operation: `${request.method} ${request.routeOptions.url.replace(app.prefix, "")}`,
      method: request.method,
      path: request.url.slice(app.prefix.length),
      headers,
      ...(request.body === undefined || request.body instanceof URLSearchParams
        ? {}
        : { body: request.body }),
    };
    entries.set(request, entry);
    emulator.recorded.push(entry);
    if (emulator.recorded.length > RECORDED_AT_MOST) emulator.recorded.shift();
  });
  app.addHook("onResponse", async (request, reply) => {
    const entry = entries.get(request);
    if (entry) entry.status = reply.statusCode;
  });
}
