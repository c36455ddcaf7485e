import type { Context, Span } from "@opentelemetry/api";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isCallOfPage } from "#server/platform/http/in-process-client.ts";
import { callOf, ownAddresses } from "#server/platform/http/request-metrics.ts";
import type { Spans } from "./spans.ts";

const untraced = new Set([...[...ownAddresses].map((address) => `GET ${address}`), "file"]);

/** A span a request, from its headers to its answer, named by the call and never by the address that was asked for. */
export function traceRequests(app: FastifyInstance, { api, tracer, w3c }: Spans): void {
  const { context, trace, SpanKind, SpanStatusCode, ROOT_CONTEXT, defaultTextMapGetter } = api;
  const underWay = new WeakMap<FastifyRequest, { span: Span; within: Context }>();

  /** A page's own calls belong to it. A trace that others began counts where TRUST_PROXY believes who hands it on. */
  function parentOf(request: FastifyRequest): Context {
    if (isCallOfPage()) return context.active();
    if ((request.ips?.length ?? 1) < 2) return ROOT_CONTEXT;
    return w3c.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter);
  }

  app.addHook("onRequest", (request, _reply, done) => {
    const call = callOf(request);
    if (untraced.has(call)) return done();
    const attributes = {
      "http.request.method": request.method,
      "http.route": request.routeOptions.config.call?.path ?? call,
      "thumbsmith.request_id": request.id,
    };
    const kind = isCallOfPage() ? SpanKind.INTERNAL : SpanKind.SERVER;
    const parent = parentOf(request);
    const span = tracer.startSpan(call, { kind, attributes }, parent);
    const within = trace.setSpan(parent, span);
    underWay.set(request, { span, within });
    context.with(within, done);
  });

  // The body is read by the connection's own events, which know of no request; what follows is the request's again.
  app.addHook("preValidation", (request, _reply, done) => {
    const within = underWay.get(request)?.within;
    if (within) context.with(within, done);
    else done();
  });

  app.addHook("onResponse", (request, reply, done) => {
    const span = underWay.get(request)?.span;
    if (span) {
      const { statusCode } = reply;
      span.setAttribute("http.response.status_code", statusCode);
      if (statusCode >= 500) {
        span.setAttribute("error.type", String(statusCode));
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    }
    done();
  });
}
