import { z } from "zod";
import { keyLimit } from "#contract/api-keys.ts";
import type { Call } from "#contract/call.ts";
import { errorTable } from "#contract/errors.ts";
import { scopeTexts } from "#contract/scopes.ts";
import { takesIdempotencyKey } from "./idempotency-key.ts";
import type { Routes } from "./mount.ts";

/** GET /api/openapi.json: the calls as OpenAPI 3.1, made from their descriptors. */
export function openApiRoute(routes: Routes): void {
  let text: string | null = null;
  routes.app.get("/api/openapi.json", async (_request, reply) => {
    text ??= JSON.stringify(openApiOf(routes.mounted));
    return reply
      .header("cache-control", "public, max-age=300")
      .type("application/json; charset=utf-8")
      .send(text);
  });
}

function openApiOf(calls: readonly Call[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const call of calls) {
    paths[call.path] ??= {};
    paths[call.path]![call.method.toLowerCase()] = operationOf(call);
  }
  return {
    openapi: "3.1.0",
    info: { title: "Thumbsmith", version: "1" },
    components: { schemas: { Error: errorSchema() }, securitySchemes, headers: rateHeaders },
    "x-scopes": scopeTexts,
    paths,
  };
}

/** How a caller says who it is. A key opens the calls that name a scope for it. */
const securitySchemes = {
  key: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "ts_ and 43 characters of base64url",
    description: "A key for programs, made at /user/developers. No cookie counts beside it.",
  },
  session: { type: "apiKey", in: "cookie", name: "thumbsmith.session_token" },
};

/** On every answer to a key. https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/10/ */
const rateHeaders = {
  "RateLimit-Policy": {
    description: "How many calls a key may make in how many seconds.",
    schema: { type: "string", examples: [`"key";q=${keyLimit.max};w=${keyLimit.windowSeconds}`] },
  },
  RateLimit: {
    description: "How many of them are left, and after how many seconds there are all again.",
    schema: { type: "string", examples: [`"key";r=${keyLimit.max - 1};t=${keyLimit.windowSeconds}`] },
  },
};

const rateHeadersOfAnswer = Object.fromEntries(
  Object.keys(rateHeaders).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);

function securityOf({ access, scope }: Call): object[] {
  if (access === "visitor" || access === "provider") return [];
  return [{ session: [] }, ...(scope ? [{ key: [scope] }] : [])];
}

function operationOf(call: Call): object {
  return {
    summary: call.summary,
    "x-access": call.access,
    security: securityOf(call),
    ...(call.scope ? { "x-scope": call.scope } : {}),
    ...(call.proof === "recent" ? { "x-proof": call.proof } : {}),
    parameters: [
      ...parametersOf("path", call.params),
      ...parametersOf("query", call.query),
      ...(takesIdempotencyKey(call) ? [idempotencyKeyHeader] : []),
    ],
    ...requestBodyOf(call),
    responses: responsesOf(call),
    "x-errors": call.errors,
  };
}

const idempotencyKeyHeader = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "In place of the body's idempotencyKey. Where both are sent, they must be the same.",
  schema: { type: "string", maxLength: 100 },
};

function requestBodyOf(call: Call): object {
  if (call.bodyKind === "multipart")
    return { requestBody: { content: { "multipart/form-data": { schema: { type: "object" } } } } };
  if (!call.body || call.bodyKind === "raw") return {};
  return { requestBody: { content: { "application/json": { schema: bodySchemaOf(call, call.body) } } } };
}

function bodySchemaOf(call: Call, body: z.ZodType): object {
  const schema = schemaOf(body, "input") as { required?: string[] };
  if (!takesIdempotencyKey(call)) return schema;
  return { ...schema, required: schema.required?.filter((name) => name !== "idempotencyKey") };
}

/** What an answer is where it is not JSON: a stream of events, or a file of a type of its own. */
const otherAnswers = {
  events: { "text/event-stream": { schema: { type: "string" } } },
  file: { "application/octet-stream": { schema: { type: "string", format: "binary" } } },
};

function responsesOf(call: Call): object {
  const kind = call.answerKind ?? "json";
  const headers = call.scope ? { headers: rateHeadersOfAnswer } : {};
  if (call.status === 204) return { 204: { description: "Success" }, ...errorResponsesOf(call, {}) };
  const success = {
    description: "Success",
    ...headers,
    content:
      kind === "json"
        ? { "application/json": { schema: schemaOf(call.answer, "output") } }
        : otherAnswers[kind],
  };
  const responses: Record<string, object> = { [call.status ?? 200]: success };
  for (const status of call.alsoStatus ?? []) responses[status] = success;
  return { ...errorResponsesOf(call, headers), ...responses };
}

function errorResponsesOf(call: Call, headers: object): Record<string, object> {
  const error = {
    description: "Error",
    ...headers,
    content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
  };
  const always = [400, 403, 404, 408, 413, 415, 429, 500, 503];
  const guarded = call.access === "visitor" || call.access === "provider" ? [] : [401];
  const statuses = [...always, ...guarded, ...call.errors.map((code) => errorTable[code].status)];
  return Object.fromEntries(statuses.map((status) => [status, error]));
}

function parametersOf(place: "path" | "query", schema: z.ZodObject | undefined): object[] {
  if (!schema) return [];
  const whole = schemaOf(schema, "input") as { properties?: Record<string, object>; required?: string[] };
  return Object.entries(whole.properties ?? {}).map(([name, part]) => ({
    name,
    in: place,
    required: place === "path" || (whole.required ?? []).includes(name),
    schema: part,
  }));
}

function schemaOf(schema: z.ZodType, io: "input" | "output"): object {
  return z.toJSONSchema(schema, { io, unrepresentable: "any", target: "draft-2020-12" });
}

function errorSchema(): object {
  return {
    type: "object",
    required: ["success", "message", "error", "code", "requestId"],
    properties: {
      success: { const: false },
      message: { type: "string" },
      error: { type: "string" },
      code: { type: "string" },
      requestId: { type: "string" },
      fields: { type: "object", additionalProperties: { type: "string" } },
      data: {},
    },
  };
}
