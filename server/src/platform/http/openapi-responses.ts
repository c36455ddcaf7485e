import { keyLimit } from "#contract/api-keys.ts";
import type { Call } from "#contract/call.ts";
import { errorTable } from "#contract/errors.ts";
import { answerOf, exampleOf } from "#contract/examples/examples.ts";
import { mostCounted } from "#contract/fields.ts";
import type { JsonSchema, OpenApiContent } from "#contract/openapi.ts";
import type { Components } from "./openapi-schema.ts";

/** On every answer to a key. https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/10/ */
const rateHeaders = (max: number) => ({
  "RateLimit-Policy": {
    description: "How many calls a key may make in how many seconds.",
    schema: { type: "string", examples: [`"key";q=${max};w=${keyLimit.windowSeconds}`] },
  },
  RateLimit: {
    description: "How many of them are left, and after how many seconds there are all again.",
    schema: { type: "string", examples: [`"key";r=${max - 1};t=${keyLimit.windowSeconds}`] },
  },
});

const otherHeaders = {
  "X-Total-Count": {
    description: `How many there are over all pages. Of those that a search or filter finds, ${mostCounted} are counted.`,
    schema: { type: "integer" },
  },
  "X-Total-Count-More": { description: "There are more than that.", schema: { const: "true" } },
  Link: {
    description: "Where page was sent: the first page, those before and after, and the last (RFC 8288).",
    schema: { type: "string", examples: ['</api/generations?page=2>; rel="next"'] },
  },
  "Retry-After": { description: "Seconds to wait, where the shop knows.", schema: { type: "integer" } },
  "WWW-Authenticate": {
    description: "What is wrong with the key (RFC 6750).",
    schema: { type: "string", examples: ["Bearer", 'Bearer error="invalid_token"'] },
  },
  Location: { description: "Where it goes on.", schema: { type: "string" } },
  Allow: { description: "The methods of the path.", schema: { type: "string", examples: ["GET, HEAD"] } },
};

type HeaderName = keyof ReturnType<typeof rateHeaders> | keyof typeof otherHeaders;
type Headers = Record<string, { $ref: string }>;

const headersOf = (...names: HeaderName[]): Headers =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const errorContent = { "application/json": { schema: { $ref: "#/components/schemas/Error" } as JsonSchema } };

/** What the answers refer to. */
export const componentsOf = ({ schemas, parameters, responses }: Components, keyMax: number) => ({
  schemas: { Error: errorSchema(), ...schemas },
  parameters,
  headers: { ...rateHeaders(keyMax), ...otherHeaders },
  responses: {
    MethodNotAllowed: {
      description: "405: to each method that the path does not have",
      headers: headersOf("Allow"),
      content: errorContent,
    },
    ...responses,
  },
});

/** What an answer is: JSON, a stream of events, or a file, of the example's type where the call names no others. */
function contentOf(call: Call, components: Components): NonNullable<OpenApiContent["content"]> {
  const kind = call.answerKind ?? "json";
  const example = exampleOf(call);
  const { type = "*/*", body } = (example && answerOf(example)) ?? {};
  const shown = body === undefined ? {} : { example: body };
  if (kind === "json")
    return { "application/json": { schema: components.schemaOf(call.answer, "output"), ...shown } };
  if (kind === "events") return { "text/event-stream": { schema: { type: "string" }, ...shown } };
  const file = { schema: { type: "string", format: "binary" }, ...shown } as const;
  return Object.fromEntries((call.fileTypes ?? [type]).map((each) => [each, file]));
}

export function responsesOf(call: Call, components: Components): Record<string, object> {
  const ofKey: HeaderName[] = call.scope ? ["RateLimit-Policy", "RateLimit"] : [];
  const errors = errorResponsesOf(call, ofKey, components);
  if (call.status === 204) return { ...errors, 204: { description: "Success", ...withHeaders(ofKey) } };
  const ofList: HeaderName[] = isList(call) ? ["X-Total-Count", "X-Total-Count-More", "Link"] : [];
  const headers = withHeaders([...ofKey, ...ofList]);
  const success = { description: "Success", ...headers, content: contentOf(call, components) };
  const statuses = [call.status ?? 200, ...(call.alsoStatus ?? [])];
  const withoutBody: Record<number, object> = {
    302: { description: "Redirect", headers: headersOf("Location") },
    304: { description: "Not modified", ...withHeaders(ofKey) },
  };
  const answers = statuses.map((status) => [status, withoutBody[status] ?? success]);
  return { ...errors, ...Object.fromEntries(answers) };
}

const isList = ({ query }: Call) => query !== undefined && "page" in query.shape;

const withHeaders = (names: HeaderName[]) => (names.length > 0 ? { headers: headersOf(...names) } : {});

function errorResponsesOf(call: Call, ofKey: HeaderName[], components: Components): Record<string, object> {
  const always = [400, 403, 404, 408, 413, 415, 429, 500, 503];
  const guarded = call.access === "visitor" || call.access === "provider" ? [] : [401];
  const statuses = [...always, ...guarded, ...call.errors.map((code) => errorTable[code].status)];
  return Object.fromEntries(
    statuses.map((status) => {
      const waits: HeaderName[] = status === 429 || status === 503 ? ["Retry-After"] : [];
      const asks: HeaderName[] = call.scope && (status === 401 || status === 403) ? ["WWW-Authenticate"] : [];
      const headers = withHeaders([...ofKey, ...waits, ...asks]);
      const kind = waits.length > 0 ? "Wait" : asks.length > 0 ? "Denial" : "Error";
      const name = call.scope ? `Key${kind}` : kind;
      return [
        status,
        components.add("responses", name, { description: "Error", ...headers, content: errorContent }),
      ];
    }),
  );
}

function errorSchema(): object {
  return {
    type: "object",
    required: ["success", "message", "error", "code", "requestId"],
    properties: {
      success: { const: false },
      message: { type: "string" },
      error: { type: "string" },
      code: {
        description: "A later shop may have more; under /api/auth there are the identity library's own.",
        anyOf: [{ enum: Object.keys(errorTable) }, { type: "string" }],
      },
      requestId: { type: "string" },
      fields: { type: "object", additionalProperties: { type: "string" } },
      data: {},
    },
  };
}
