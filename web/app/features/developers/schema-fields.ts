import type { JsonSchema } from "#contract/openapi.ts";

/** One line of a list of fields. */
export interface FieldRow {
  /** With the names of what it is in: `source.kind`, `images[].url`. */
  name: string;
  type: string;
  /** The object's name, where the type is one that the page explains once. */
  object?: string;
  isRequired: boolean;
  /** What a value must be like. */
  limits: string;
  text: string;
}

/** Objects that were met, by their names. */
export type Objects = Map<string, JsonSchema>;

/** The fields of an object, those within others among them; what has a name of its own is told elsewhere. */
export function rowsOf(schema: JsonSchema, objects: Objects, prefix = ""): FieldRow[] {
  const { properties = {}, required = [], only = {} } = merged(schema);
  return Object.entries(properties).flatMap(([name, part]) => {
    const full = `${prefix}${name}`;
    const kinds = only[name] ? `Where kind is ${only[name]}.` : "";
    return rowsOfPart(full, part, required.includes(name), kinds, objects);
  });
}

function rowsOfPart(
  name: string,
  part: JsonSchema,
  isRequired: boolean,
  kinds: string,
  objects: Objects,
): FieldRow[] {
  const [inner, marks] = elementOf(part);
  if (inner.title) objects.set(inner.title, inner);
  const row: FieldRow = {
    name,
    type: typeOf(part),
    ...(inner.title ? { object: inner.title } : {}),
    isRequired,
    limits: limitsOf(part),
    text: [part.description ?? "", kinds].filter(Boolean).join(" "),
  };
  return inner.title || !isObject(inner) ? [row] : [row, ...rowsOf(inner, objects, `${name}${marks}.`)];
}

/** What a list of lists is a list of, with a pair of brackets for each. */
function elementOf(schema: JsonSchema): [JsonSchema, string] {
  if (schema.type !== "array" || !schema.items) return [withoutNull(schema), ""];
  const [inner, marks] = elementOf(schema.items);
  return [inner, `[]${marks}`];
}

const variantsOf = ({ oneOf, anyOf }: JsonSchema) => oneOf ?? anyOf ?? [];
const isObject = (schema: JsonSchema): boolean =>
  schema.properties !== undefined || (variantsOf(schema).length > 0 && variantsOf(schema).every(isObject));

/** What is null or something else, as that. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const rest = variantsOf(schema).filter(({ type }) => type !== "null");
  return rest.length === 1 ? rest[0]! : schema;
}

/** Objects that are told apart by their kind, as one with the fields of all; `only`: what not every kind has. */
function merged(schema: JsonSchema): JsonSchema & { only?: Record<string, string> } {
  const variants = variantsOf(schema);
  if (schema.properties || variants.length === 0) return schema;
  const properties: Record<string, JsonSchema> = {};
  const kindsOf: Record<string, unknown[]> = {};
  for (const variant of variants)
    for (const [name, part] of Object.entries(merged(variant).properties ?? {})) {
      properties[name] ??= part;
      kindsOf[name] = [...(kindsOf[name] ?? []), variant.properties?.kind?.const];
    }
  properties.kind = { type: "string", enum: kindsOf.kind ?? [] };
  const only = Object.entries(kindsOf).filter(([, kinds]) => kinds.length < variants.length);
  return {
    properties,
    required: Object.keys(properties).filter((name) =>
      variants.every((each) => !each.properties?.[name] || each.required?.includes(name)),
    ),
    only: Object.fromEntries(only.map(([name, kinds]) => [name, kinds.join(" or ")])),
  };
}

const plainTypes: Record<string, string> = {
  string: "text",
  integer: "whole number",
  number: "number",
  boolean: "true or false",
  null: "null",
  object: "object",
};

function typeOf(schema: JsonSchema): string {
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(" or ");
  if (schema.title) return schema.title;
  if (schema.type === "array") return `list of ${typeOf(schema.items ?? {})}`;
  if (schema.format === "binary") return "file";
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const types = [...new Set(variantsOf(schema).map(typeOf))];
  if (types.length > 0) return types.join(" or ");
  return plainTypes[schema.type ?? ""] ?? "anything";
}

const colour = "^#[0-9a-fA-F]{6}$";

/** In words. A whole number's bounds that only say what a computer can count are none. */
function limitsOf(schema: JsonSchema): string {
  const inner = withoutNull(schema);
  const { minLength, maxLength, minItems, maxItems, minimum, maximum, pattern, default: usual } = inner;
  const bounded = (bound: number | undefined) =>
    bound === undefined || Math.abs(bound) >= Number.MAX_SAFE_INTEGER ? undefined : bound;
  return [
    inner.enum ? `one of ${inner.enum.join(", ")}` : "",
    inner.items?.enum ? `each one of ${inner.items.enum.join(", ")}` : "",
    range(minLength || undefined, maxLength, " characters"),
    range(minItems || undefined, maxItems, " entries"),
    range(bounded(minimum), bounded(maximum), ""),
    pattern && !inner.format ? (pattern === colour ? "a colour as #rrggbb" : `like ${pattern}`) : "",
    usual === undefined || usual === "" || Array.isArray(usual) ? "" : `${JSON.stringify(usual)} without it`,
  ]
    .filter(Boolean)
    .join("; ");
}

function range(from: number | undefined, to: number | undefined, of: string): string {
  const [least, most] = [from, to].map((each) => each?.toLocaleString("en-US"));
  if (least !== undefined && most !== undefined) return `${least} to ${most}${of}`;
  if (most !== undefined) return `at most ${most}${of}`;
  return least === undefined ? "" : `at least ${least}${of}`;
}
