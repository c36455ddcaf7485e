import { keyLimit } from "#contract/api-keys.ts";
import type { Call } from "#contract/call.ts";
import { curlOf, type Example } from "#contract/examples/example.ts";
import { exampleOf, examples, messageOf } from "#contract/examples/examples.ts";
import { getOpenApi, type OpenApi } from "#contract/openapi.ts";
import { scopeTexts } from "#contract/scopes.ts";
import { webhookMessage } from "#contract/webhooks.ts";
import { mount, type Routes } from "./mount.ts";
import { namesOfContract } from "./openapi-names.ts";
import { parametersOf, requestBodyOf } from "./openapi-requests.ts";
import { componentsOf, responsesOf } from "./openapi-responses.ts";
import { Components } from "./openapi-schema.ts";
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

function openApiOf({ mounted, appUrl, rateLimits }: Routes): object {
  const names = namesOfContract();
  const components = new Components(names.types);
  const paths: Record<string, Record<string, object>> = {};
  for (const call of mounted) {
    paths[call.path] ??= {};
    paths[call.path]![call.method.toLowerCase()] = {
      operationId: names.operations.get(call),
      ...operationOf(call, components, rateLimits),
    };
  }
  const webhooks = webhooksOf(components);
  const keyMax = rateLimits.mostOf(keyLimit);
  return {
    openapi: "3.1.0",
    info: { title: "Thumbsmith", version: "1" },
    servers: [{ url: appUrl }],
    components: { ...componentsOf(components, keyMax), securitySchemes: securitySchemesOf(appUrl) },
    "x-key-limit": { max: keyMax, windowSeconds: keyLimit.windowSeconds },
    "x-scopes": scopeTexts,
    webhooks,
    paths,
  };
}

/** The messages of `webhookMessage`, each by its type. */
function webhooksOf(components: Components): OpenApi["webhooks"] {
  const entries = webhookMessage.options.map((message) => {
    const type = message.shape.type.value;
    const schema = components.schemaOf(message, "output");
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

function operationOf(call: Call, components: Components, rateLimits: RateLimits): object {
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
    parameters: parametersOf(call, components),
    ...requestBodyOf(call, components),
    responses: responsesOf(call, components),
    "x-errors": [...call.errors],
    ...(example ? shownAs(example) : {}),
  };
}

/** How the page for developers shows the call. */
function shownAs(example: Example) {
  return {
    "x-order": examples.indexOf(example),
    "x-codeSamples": [{ lang: "Shell", label: example.title, source: curlOf(example) }],
  };
}
