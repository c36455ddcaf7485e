import { z } from "zod";
import type { Call } from "#contract/call.ts";
import { errorTable } from "#contract/errors.ts";
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
    components: { schemas: { Error: errorSchema() } },
    paths,
  };
}

function operationOf(call: Call): object {
  return {
    summary: call.summary,
    "x-access": call.access,
    ...(call.proof === "recent" ? { "x-proof": call.proof } : {}),
    parameters: [...parametersOf("path", call.params), ...parametersOf("query", call.query)],
    ...requestBodyOf(call),
    responses: responsesOf(call),
    "x-errors": call.errors,
  };
}

function requestBodyOf(call: Call): object {
  if (call.bodyKind === "multipart")
    return { requestBody: { content: { "multipart/form-data": { schema: { type: "object" } } } } };
  if (!call.body || call.bodyKind === "raw") return {};
  return { requestBody: { content: { "application/json": { schema: schemaOf(call.body, "input") } } } };
}

/** What an answer is where it is not JSON: a stream of events, or a file of a type of its own. */
const otherAnswers = {
  events: { "text/event-stream": { schema: { type: "string" } } },
  file: { "application/octet-stream": { schema: { type: "string", format: "binary" } } },
};

function responsesOf(call: Call): object {
  const kind = call.answerKind ?? "json";
  const success = {
    description: "Success",
    content:
      kind === "json"
        ? { "application/json": { schema: schemaOf(call.answer, "output") } }
        : otherAnswers[kind],
  };
  const error = {
    description: "Error",
    content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
  };
  const responses: Record<string, object> = { [call.status ?? 200]: success };
  for (const status of call.alsoStatus ?? []) responses[status] = success;
  const always = [400, 403, 404, 408, 413, 415, 429, 500, 503];
  const guarded = call.access === "visitor" || call.access === "provider" ? [] : [401];
  for (const status of [...always, ...guarded, ...call.errors.map((code) => errorTable[code].status)]) {
    responses[status] ??= error;
  }
  return responses;
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
