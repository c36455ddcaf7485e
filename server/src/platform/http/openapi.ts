import type { z } from "zod";
import { keyLimit } from "#contract/api-keys.ts";
import type { Call } from "#contract/call.ts";
import { curlOf, type Example, idOf } from "#contract/examples/example.ts";
import { exampleOf, examples, messageOf } from "#contract/examples/examples.ts";
import {
  getOpenApi,
  type JsonSchema,
  type OpenApi,
  type OpenApiContent,
  type OpenApiOperation,
} from "#contract/openapi.ts";
import { scopeTexts } from "#contract/scopes.ts";
import { webhookMessage } from "#contract/webhooks.ts";
import { needsIdempotencyKey, takesIdempotencyKey } from "./idempotency-key.ts";
import { mount, type Routes } from "./mount.ts";
import { componentsOf, responsesOf } from "./openapi-responses.ts";
import { schemaOf } from "./openapi-schema.ts";
import type { RateLimits } from "./rate-limits.ts";
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

function openApiOf({ mounted, appUrl, rateLimits }: Routes): OpenApi & Record<string, unknown> {
  const paths: OpenApi["paths"] = {};
  for (const call of mounted) {
    paths[call.path] ??= {};
    paths[call.path]![call.method.toLowerCase()] = operationOf(call, rateLimits);
  }
  const keyMax = rateLimits.mostOf(keyLimit);
  return {
    openapi: "3.1.0",
    info: { title: "Thumbsmith", version: "1" },
    servers: [{ url: appUrl }],
    components: { ...componentsOf(keyMax), securitySchemes: securitySchemesOf(appUrl) },
    "x-key-limit": { max: keyMax, windowSeconds: keyLimit.windowSeconds },
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

function securityOf({ access, scope }: Call): object[] {
  if (access === "visitor" || access === "provider") return [];
  return [{ session: [] }, ...(scope ? [{ key: [scope] }] : [])];
}

function operationOf(call: Call, rateLimits: RateLimits): OpenApiOperation & Record<string, unknown> {
  const example = exampleOf(call);
  return {
    summary: call.summary,
    "x-access": call.access,
    security: securityOf(call),
    ...(call.scope ? { "x-scope": call.scope } : {}),
    ...(call.proof === "recent" ? { "x-proof": call.proof } : {}),
    ...(call.rateLimit
      ? {
          "x-rate-limit": {
            max: rateLimits.mostOf(call.rateLimit),
            windowSeconds: call.rateLimit.windowSeconds,
          },
        }
      : {}),
    parameters: [
      ...parametersOf("path", call.params),
      ...parametersOf("query", call.query),
      ...(takesIdempotencyKey(call) ? [idempotencyKeyHeader(needsIdempotencyKey(call))] : []),
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

/** A call that needs the key takes it from either place, which no schema can say of two. */
const idempotencyKeyHeader = (required: boolean) => ({
  name: "Idempotency-Key",
  in: "header",
  required,
  description:
    "Or idempotencyKey in the body, in its place. Where both are sent, they must be the same. With other contents than before it is 409.",
  schema: { type: "string", minLength: 1, maxLength: 100 },
});

function requestBodyOf(call: Call): { requestBody?: OpenApiContent } {
  if (call.form) return { requestBody: multipartOf(call.form) };
  if (!call.body || call.bodyKind === "raw") return {};
  const example = exampleOf(call)?.body;
  const schema = bodySchemaOf(call, call.body);
  const content = { schema, ...(example === undefined ? {} : { example }) };
  const required = isBodyNeeded(schema) ? { required: true } : {};
  return { requestBody: { ...required, content: { "application/json": content } } };
}

function multipartOf({ file, fields }: NonNullable<Call["form"]>): OpenApiContent {
  const { properties, required = [], ...rest } = fields ? schemaOf(fields, "input") : { type: "object" };
  const binary: JsonSchema = { type: "string", format: "binary" };
  const schema = {
    ...rest,
    properties: { [file]: binary, ...properties },
    required: [file, ...required],
  };
  return { required: true, content: { "multipart/form-data": { schema } } };
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
