import { z } from "zod";
import { keyLimit } from "#contract/api-keys.ts";
import type { Call } from "#contract/call.ts";
import { errorTable } from "#contract/errors.ts";
import { curlOf, type Example, idOf } from "#contract/examples/example.ts";
import { answerOf, exampleOf, examples, messageOf } from "#contract/examples/examples.ts";
import {
  getOpenApi,
  type JsonSchema,
  type OpenApi,
  type OpenApiContent,
  type OpenApiOperation,
} from "#contract/openapi.ts";
import { scopeTexts } from "#contract/scopes.ts";
import { webhookMessage } from "#contract/webhooks.ts";
import { takesIdempotencyKey } from "./idempotency-key.ts";
import { mount, type Routes } from "./mount.ts";
import { descriptionOf, titleOf } from "./openapi-texts.ts";
import { answerPolicy } from "./security-headers.ts";

/** GET /api/openapi.json: the calls as OpenAPI 3.1, made from their descriptors. */
export function openApiRoute(routes: Routes): void {
  let text: string | null = null;
  mount(routes, getOpenApi).handle(async ({ reply }) => {
    text ??= JSON.stringify(openApiOf(routes));
    reply
      .header("cache-control", "public, max-age=300")
      .header("content-security-policy", answerPolicy)
      .type("application/json; charset=utf-8")
      .send(text);
    return undefined;
  });
}

function openApiOf({ mounted, appUrl }: Routes): OpenApi & Record<string, unknown> {
  const paths: OpenApi["paths"] = {};
  for (const call of mounted) {
    paths[call.path] ??= {};
    paths[call.path]![call.method.toLowerCase()] = operationOf(call);
  }
  return {
    openapi: "3.1.0",
    info: { title: "Thumbsmith", version: "1" },
    components: {
      schemas: { Error: errorSchema() },
      securitySchemes: securitySchemesOf(appUrl),
      headers: rateHeaders,
    },
    "x-scopes": scopeTexts,
    webhooks: webhooksOf(),
    paths,
  };
}

/** The messages of `webhookMessage`, each by its type. */
function webhooksOf(): OpenApi["webhooks"] {
  const types = schemaOf(webhookMessage, "output").oneOf ?? [];
  const entries = types.map((schema) => {
    const type = String(schema.properties?.type?.const);
    const content = { "application/json": { schema, example: messageOf(type) } };
    return [type, { post: { requestBody: { content }, responses: { "2XX": { description: "Taken" } } } }];
  });
  return Object.fromEntries(entries);
}

/** How a caller says who it is. A key opens the calls that name a scope for it. */
function securitySchemesOf(appUrl: string): object {
  const prefix = appUrl.startsWith("https:") ? "__Secure-" : "";
  return {
    key: {
      type: "http",
      scheme: "bearer",
      bearerFormat: "ts_ and 43 characters of base64url",
      description: "A key for programs, made at /user/developers. No cookie counts beside it.",
    },
    session: { type: "apiKey", in: "cookie", name: `${prefix}thumbsmith.session_token` },
  };
}

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

function operationOf(call: Call): OpenApiOperation & Record<string, unknown> {
  const example = exampleOf(call);
  return {
    summary: call.summary,
    "x-access": call.access,
    security: securityOf(call),
    ...(call.scope ? { "x-scope": call.scope } : {}),
    ...(call.proof === "recent" ? { "x-proof": call.proof } : {}),
    ...(call.rateLimit
      ? { "x-rate-limit": { max: call.rateLimit.max, windowSeconds: call.rateLimit.windowSeconds } }
      : {}),
    parameters: [
      ...parametersOf("path", call.params),
      ...parametersOf("query", call.query),
      ...(takesIdempotencyKey(call) ? [idempotencyKeyHeader] : []),
    ],
    ...requestBodyOf(call),
    responses: responsesOf(call),
    "x-errors": [...call.errors],
    ...(example ? shownAs(example) : {}),
  };
}

/** How the page for developers shows the call. */
function shownAs(example: Example) {
  return {
    operationId: idOf(example),
    "x-order": examples.indexOf(example),
    "x-codeSamples": [{ lang: "Shell", label: example.title, source: curlOf(example) }],
  };
}

const idempotencyKeyHeader = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "In place of the body's idempotencyKey. Where both are sent, they must be the same.",
  schema: { type: "string", maxLength: 100 },
};

function requestBodyOf(call: Call): { requestBody?: OpenApiContent } {
  if (call.bodyKind === "multipart")
    return { requestBody: { content: { "multipart/form-data": { schema: { type: "object" } } } } };
  if (!call.body || call.bodyKind === "raw") return {};
  const example = exampleOf(call)?.body;
  const schema = bodySchemaOf(call, call.body);
  const content = { schema, ...(example === undefined ? {} : { example }) };
  const required = isBodyNeeded(schema) ? { required: true } : {};
  return { requestBody: { ...required, content: { "application/json": content } } };
}

/** A body of several forms is needed where each form has a field that is. */
function isBodyNeeded({ required = [], oneOf, anyOf }: JsonSchema): boolean {
  const forms = oneOf ?? anyOf ?? [];
  return required.length > 0 || (forms.length > 0 && forms.every(isBodyNeeded));
}

function bodySchemaOf(call: Call, body: z.ZodType): JsonSchema {
  const { required = [], ...schema } = schemaOf(body, "input");
  if (!takesIdempotencyKey(call)) return { ...schema, required };
  return { ...schema, required: required.filter((name) => name !== "idempotencyKey") };
}

/** What an answer is: JSON, a stream of events, or a file, whose type the example's tells. */
function contentOf(call: Call): NonNullable<OpenApiContent["content"]> {
  const kind = call.answerKind ?? "json";
  const example = exampleOf(call);
  const { type = "application/octet-stream", body } = (example && answerOf(example)) ?? {};
  const shown = body === undefined ? {} : { example: body };
  if (kind === "json") return { "application/json": { schema: schemaOf(call.answer, "output"), ...shown } };
  if (kind === "events") return { "text/event-stream": { schema: { type: "string" }, ...shown } };
  return { [type]: { schema: { type: "string", format: "binary" }, ...shown } };
}

function responsesOf(call: Call): Record<string, OpenApiContent> {
  const headers = call.scope ? { headers: rateHeadersOfAnswer } : {};
  if (call.status === 204) return { 204: { description: "Success" }, ...errorResponsesOf(call, {}) };
  const success = {
    description: "Success",
    ...headers,
    content: contentOf(call),
  };
  const responses: Record<string, OpenApiContent> = { [call.status ?? 200]: success };
  for (const status of call.alsoStatus ?? []) responses[status] = success;
  return { ...errorResponsesOf(call, headers), ...responses };
}

function errorResponsesOf(call: Call, headers: object): Record<string, OpenApiContent> {
  const error = {
    description: "Error",
    ...headers,
    content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } as JsonSchema } },
  };
  const always = [400, 403, 404, 408, 413, 415, 429, 500, 503];
  const guarded = call.access === "visitor" || call.access === "provider" ? [] : [401];
  const statuses = [...always, ...guarded, ...call.errors.map((code) => errorTable[code].status)];
  return Object.fromEntries(statuses.map((status) => [status, error]));
}

function parametersOf(place: "path" | "query", schema: z.ZodObject | undefined) {
  if (!schema) return [];
  const whole = schemaOf(schema, "input");
  return Object.entries(whole.properties ?? {}).map(([name, part]) => ({
    name,
    in: place,
    required: place === "path" || (whole.required ?? []).includes(name),
    schema: part,
  }));
}

/** A later shop may answer with fields that this one does not know, so objects of an answer are open to them. */
function schemaOf(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  return z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    target: "draft-2020-12",
    override: ({ zodSchema, jsonSchema }) => {
      const [title, description] = [titleOf(zodSchema), descriptionOf(zodSchema)];
      Object.assign(jsonSchema, title ? { title } : {}, description ? { description } : {});
      if (io === "output" && jsonSchema.additionalProperties === false)
        delete jsonSchema.additionalProperties;
    },
  }) as JsonSchema;
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
