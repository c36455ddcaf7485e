import type * as Api from "@opentelemetry/api";
import type { FastifyInstance } from "fastify";
import type { Pool } from "pg";

/** What a span may say of itself beside its name; see `exported` for what leaves the process. */
export type SpanAttributes = Record<string, string | number | boolean>;

/**
 * Tells an OpenTelemetry collector what the shop did for a request, a run or a job, and how long each part took: its
 * statements, and its calls to PayPal, the model and the file store.
 */
export interface Tracing {
  /** Does the work as a part of what is going on, or as a beginning where nothing is. */
  span<T>(name: string, attributes: SpanAttributes, work: () => Promise<T>): Promise<T>;
  /** Does the work as a beginning, whatever brought it about. */
  root<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Each request begins a trace. To be called before any other hook of it is added. */
  requests(app: FastifyInstance): void;
  /** Statements of a pool that belong to a span. */
  statements(pool: Pool): void;
  /** Sends what is left, for two seconds at most. */
  stop(): Promise<void>;
}

/** What makes spans. */
export interface Spans {
  api: typeof Api;
  tracer: Api.Tracer;
  /** Reads a trace that a proxy began: https://www.w3.org/TR/trace-context/ */
  w3c: Api.TextMapPropagator;
}
