import type { Span } from "@opentelemetry/api";
import type { Pool, PoolClient } from "pg";
import { withoutValues } from "./exported.ts";
import type { Spans } from "./spans.ts";

// biome-ignore lint/suspicious/noExplicitAny: pg's query takes its arguments in a dozen ways, which are handed on.
type AnyQuery = (...args: any[]) => any;

/** What stands in parentheses names other tables than the statement's own. */
function withoutSubselects(statement: string): string {
  const outer = statement.replace(/\([^()]*\)/g, "");
  return outer === statement ? outer : withoutSubselects(outer);
}

/** A span a statement that belongs to another span. Jobs' locks and LISTEN belong to none. */
export function traceStatements(pool: Pool, { api, tracer }: Spans): void {
  const { context, trace, SpanKind, SpanStatusCode } = api;

  function begin(text: string): Span {
    const statement = withoutValues(text);
    const operation = /^\W*(\w+)/.exec(statement)?.[1]?.toUpperCase() ?? "QUERY";
    // Quoted it is a table's; else it may be a column that something is extracted from.
    const outer = withoutSubselects(statement);
    const table = (/\b(?:from|into|update) "(\w+)"/i.exec(outer) ??
      /\b(?:from|into|update) (\w+)/i.exec(outer))?.[1];
    const attributes = {
      "db.system.name": "postgresql",
      "db.operation.name": operation,
      "db.query.text": statement,
    };
    const name = table ? `${operation} ${table}` : operation;
    return tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes });
  }

  /** PostgreSQL's code alone: its message may repeat a value. */
  function end(span: Span, error?: unknown): void {
    if (error) {
      const code = String((error as { code?: unknown }).code ?? "connection");
      span.setAttributes({ "db.response.status_code": code, "error.type": code });
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end();
  }

  pool.on("connect", (client: PoolClient) => {
    const query = client.query.bind(client) as AnyQuery;
    const traced: AnyQuery = (...args) => {
      const [first] = args;
      const text = typeof first === "string" ? first : first?.text;
      // A cursor or a copy goes on after its statement.
      const isPlain = typeof text === "string" && typeof first?.submit !== "function";
      if (!isPlain || !trace.getSpan(context.active())) return query(...args);
      const span = begin(text);
      const callback = args.at(-1);
      if (typeof callback === "function") {
        args[args.length - 1] = (error: unknown, result: unknown) => {
          end(span, error);
          callback(error, result);
        };
        return query(...args);
      }
      const answer = query(...args);
      answer.then(
        () => end(span),
        (error: unknown) => end(span, error),
      );
      return answer;
    };
    client.query = traced as PoolClient["query"];
  });
}
