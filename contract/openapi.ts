import { z } from "zod";
import { call } from "./call.ts";

/** JSON Schema 2020-12, as far as a call's fields need it. */
export interface JsonSchema {
  title?: string;
  description?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  oneOf?: JsonSchema[];
  anyOf?: JsonSchema[];
}

export interface OpenApiContent {
  description?: string;
  /** Of a body. */
  required?: boolean;
  /** Of an answer. */
  headers?: Record<string, { $ref: string }>;
  content?: Record<string, { schema?: JsonSchema; example?: unknown }>;
}

/** What the description says of one call. `x-` fields are the shop's own. */
export interface OpenApiOperation {
  operationId: string;
  summary: string;
  parameters: { name: string; in: string; required: boolean; description?: string; schema: JsonSchema }[];
  requestBody?: OpenApiContent;
  responses: Record<string, OpenApiContent>;
  "x-scope"?: string;
  "x-errors": string[];
  "x-rate-limit"?: { max: number; windowSeconds: number };
  /** Where it stands among the others of its kind, for whoever reads them one after the other. */
  "x-order"?: number;
  /** https://redocly.com/docs-legacy/api-reference-docs/specification-extensions/x-code-samples */
  "x-codeSamples"?: { lang: string; label: string; source: string }[];
}

/** The description with what its references name in their places. */
export interface OpenApi {
  openapi: string;
  /** What is sent to a member's own server, by type. */
  webhooks: Record<string, { post: { requestBody: OpenApiContent } }>;
  "x-scopes": Record<string, string>;
  /** Of each key, over all calls. */
  "x-key-limit": { max: number; windowSeconds: number };
  paths: Record<string, Record<string, OpenApiOperation>>;
}

export const getOpenApi = call({
  method: "GET",
  path: "/api/openapi.json",
  access: "visitor",
  summary: "Every call as OpenAPI 3.1, those that a key opens with an example.",
  /** With references into its components, which no type of TypeScript follows. */
  answer: z.custom<object>(),
  errors: [],
});
