import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "#server/platform/log.ts";
import { exported, pathTemplate } from "./exported.ts";
import type { SpanAttributes, Tracing } from "./spans.ts";
import { traceRequests } from "./trace-requests.ts";
import { traceStatements } from "./trace-statements.ts";

const scope = "thumbsmith";

/**
 * OpenTelemetry's own packages, outside of the bundle and imported here alone, in the body of a function: at the head of a
 * file they would be loaded at each start. Its instrumentations find modules by hooks on loading, which see nothing of
 * what was bundled; undici's listens to channels of Node's own fetch instead, and works. Requests and statements are
 * traced by the two files beside this one.
 */
export async function createTracing(options: {
  endpoint: string;
  ratio: number;
  log: Log;
}): Promise<Tracing> {
  const { endpoint, ratio, log } = options;
  const [api, sdk, { AsyncLocalStorageContextManager }, core, resources, { OTLPTraceExporter }, undici] =
    await Promise.all([
      import("@opentelemetry/api"),
      import("@opentelemetry/sdk-trace"),
      import("@opentelemetry/context-async-hooks"),
      import("@opentelemetry/core"),
      import("@opentelemetry/resources"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/instrumentation-undici"),
    ]);
  const { context, diag, DiagLogLevel, trace } = api;
  diag.setLogger({ ...silent, error: tellOnceAMinute(log) }, { logLevel: DiagLogLevel.ERROR });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: 3_000 });
  const provider = new sdk.TracerProvider({
    resource: resources
      .defaultResource()
      .merge(resources.resourceFromAttributes({ "service.name": scope }))
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: {
          export: (spans, done) => exporter.export(spans.map(exported), done),
          forceFlush: () => exporter.forceFlush(),
          shutdown: () => exporter.shutdown(),
        },
      }),
    ],
  });
  trace.setGlobalTracerProvider(provider);
  // No propagator is set: a trace's id is nothing that PayPal, the model or a store should be told.
  const instrumentation = new undici.UndiciInstrumentation({
    requireParentforSpans: true,
    requestHook: (span, { method, origin, path }) => {
      span.updateName(`${method} ${new URL(origin).hostname}`);
      span.setAttribute("url.template", pathTemplate(path));
    },
  });
  instrumentation.setTracerProvider(provider);

  const tracer = trace.getTracer(scope);
  const spans = { api, tracer, w3c: new core.W3CTraceContextPropagator() };
  const within = <T>(
    name: string,
    options: { attributes?: SpanAttributes; root?: boolean },
    work: () => Promise<T>,
  ) =>
    tracer.startActiveSpan(name, options, async (span) => {
      try {
        return await work();
      } catch (error) {
        span.setStatus({ code: api.SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    });
  return {
    span: (name, attributes, work) => within(name, { attributes }, work),
    root: (name, work) => within(name, { root: true }, work),
    requests: (app) => traceRequests(app, spans),
    statements: (pool) => traceStatements(pool, spans),
    async stop() {
      instrumentation.disable();
      await Promise.race([
        provider.shutdown().catch(() => undefined),
        pause(2_000, undefined, { ref: false }),
      ]);
    },
  };
}

const ignore = () => undefined;
const silent = { warn: ignore, info: ignore, debug: ignore, verbose: ignore };

/** A collector that is away would be told of with every batch. */
function tellOnceAMinute(log: Log) {
  let told = Number.NEGATIVE_INFINITY;
  return (...message: unknown[]) => {
    if (performance.now() - told < 60_000) return;
    told = performance.now();
    log.warn({ detail: message.map(String).join(" ").slice(0, 300) }, "traces could not be sent");
  };
}
