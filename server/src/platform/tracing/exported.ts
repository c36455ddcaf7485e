import type { ReadableSpan } from "@opentelemetry/sdk-trace";

/**
 * All that leaves the process of a span, whoever made it: libraries put addresses with tokens, error messages with values
 * and users' browsers into theirs.
 */
const allowed = new Set([
  "http.request.method",
  "http.response.status_code",
  "http.route",
  "url.template",
  "server.address",
  "server.port",
  "db.system.name",
  "db.operation.name",
  "db.query.text",
  "db.response.status_code",
  "error.type",
  "thumbsmith.request_id",
  "thumbsmith.generation_id",
  "thumbsmith.outcome",
]);

/** The span with what is allowed alone: no events, which hold errors' messages, and no message of its status. */
export function exported(span: ReadableSpan): ReadableSpan {
  const attributes = Object.fromEntries(
    Object.entries(span.attributes).filter(([name]) => allowed.has(name)),
  );
  return Object.create(span, {
    attributes: { value: attributes },
    events: { value: [] },
    links: { value: [] },
    status: { value: { code: span.status.code } },
  }) as ReadableSpan;
}

const kept = /^(v\d+(alpha|beta)?|[a-z][a-z._-]*2?|gemini[\w.-]*(:\w+)?)$/i;

/** A provider's path without ids, names of files and the query. */
export function pathTemplate(path: string): string {
  const [whole = ""] = path.split("?");
  return whole
    .split("/")
    .map((part) => (part === "" || kept.test(part) ? part : "{id}"))
    .join("/");
}

const keptStatements = 500;
const known = new Map<string, string>();

/** A statement without the values that stand in its text; those of its parameters are not in it. */
export function withoutValues(text: string): string {
  const found = known.get(text);
  if (found !== undefined) return found;
  const clean = text
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "?")
    .replace(/'(?:[^']|'')*'/g, "?")
    .replace(/(?<![\w$".])-?\d+(?:\.\d+)?\b/g, "?")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 2_000);
  if (known.size < keptStatements) known.set(text, clean);
  return clean;
}
