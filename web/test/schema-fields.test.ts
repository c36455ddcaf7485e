import { expect, test } from "vitest";
import { z } from "zod";
import type { JsonSchema } from "#contract/openapi.ts";
import { referenceOf } from "#web/features/developers/reference.ts";
import { type Objects, rowsOf } from "#web/features/developers/schema-fields.ts";

function told(schema: z.ZodType): string[] {
  const rows = rowsOf(z.toJSONSchema(schema, { io: "input" }) as JsonSchema, new Map());
  return rows.map(({ name, type, isRequired, limits, text }) =>
    [name, isRequired ? "required" : "", type, limits, text].filter(Boolean).join(" | "),
  );
}

test("a field is told with what it must be, in words", () => {
  expect(
    told(
      z.object({
        title: z.string().min(1).max(100),
        style: z.enum(["bold", "minimal"]),
        pages: z.number().int().max(5).default(2),
        any: z.number().int().optional(),
        kept: z.union([z.literal(1), z.literal(2)]).nullable(),
        ids: z.array(z.string()).max(3).optional(),
        since: z.string().nullable(),
      }),
    ),
  ).toEqual([
    "title | required | text | 1 to 100 characters",
    "style | required | text | one of bold, minimal",
    "pages | whole number | at most 5; 2 without it",
    "any | whole number",
    "kept | required | 1 or 2 or null",
    "ids | list of text | at most 3 entries",
    "since | required | text or null",
  ]);
  const file: JsonSchema = { type: "string", format: "binary" };
  expect(rowsOf({ properties: { file } }, new Map())).toMatchObject([{ name: "file", type: "file" }]);
});

test("fields of an object within are told with its name, those of a list with brackets, those of one kind with that kind", () => {
  const box = z.object({ kind: z.literal("box"), id: z.string(), sides: z.number() });
  const ring = z.object({ kind: z.literal("ring"), id: z.string().optional() });
  expect(
    told(z.object({ shapes: z.array(z.discriminatedUnion("kind", [box, ring])), at: box.nullish() })),
  ).toEqual([
    "shapes | required | list of object",
    "shapes[].kind | required | text | one of box, ring",
    "shapes[].id | text",
    "shapes[].sides | required | number | Where kind is box.",
    "at | object or null",
    'at.kind | required | "box"',
    "at.id | required | text",
    "at.sides | required | number",
  ]);
});

test("a list alone is an answer that is always there, and a parameter is told with its place and its meaning", () => {
  const entry: JsonSchema = { title: "Entry", type: "object", properties: {} };
  const page: JsonSchema = { type: "integer", description: "From 1." };
  const get = {
    operationId: "listEntries",
    summary: "Lists.",
    parameters: [{ name: "page", in: "query", required: false, schema: page }],
    responses: { 200: { content: { "application/json": { schema: { type: "array", items: entry } } } } },
    "x-scope": "balance:read",
    "x-errors": [],
  };
  const { groups } = referenceOf({
    openapi: "3.1.0",
    webhooks: {},
    "x-scopes": { "balance:read": "See" },
    "x-key-limit": { max: 60, windowSeconds: 60 },
    paths: { "/entries": { get } },
  });
  const [call] = groups[0]!.calls;
  expect(call!.answer).toMatchObject([{ name: "[]", object: "Entry", isRequired: true }]);
  expect(call!.parameters).toMatchObject([{ name: "page", text: "In the query. From 1." }]);
});

test("an object that has a name is told elsewhere, once", () => {
  const run: JsonSchema = { title: "Run", type: "object", properties: { id: { type: "string" } } };
  const objects: Objects = new Map();
  const rows = rowsOf({ properties: { data: { type: "array", items: run } } }, objects);
  expect(rows).toMatchObject([{ name: "data", type: "list of Run", object: "Run" }]);
  expect([...objects]).toEqual([["Run", run]]);
});
