import fc from "fast-check";

/** The part of JSON Schema that the product's OpenAPI uses. */
export interface JsonSchema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  format?: string;
  pattern?: string;
}

/** Values that mean something to the shop, by the field that takes them: ids, addresses, keys. */
export type Known = (field: string) => readonly string[];

/** Texts that have broken programs before. All of them are storable, so that a valid input may hold them. */
export const hostileTexts = [
  "",
  " ",
  "<script>window.pwned=1</script>",
  `"><img src=x onerror=alert(1)>`,
  "javascript:alert(1)",
  "' or '1'='1' --",
  "'; select pg_sleep(0); --",
  "%",
  "_",
  "\\",
  "$1",
  `{{7*7}}\${7*7}<%= 7*7 %>#{7*7}`,
  "a\r\nBcc: victim@example.com",
  "a\tb\u0001c\u007f",
  "\u202egnp.exe\u202c",
  "\ufeff\u200b\u00ad",
  "e\u0301\u0323 \u{1f468}\u200d\u{1f469}\u200d\u{1f467} \u{20000}",
  "ß İ ı ǆ",
  "__proto__",
  "constructor",
  "toString",
  "null",
  "NaN",
  "1e309",
  "-0",
  "0x10",
  "../../../etc/passwd",
  "..%2f..%2fetc",
  "/\\evil.example",
  "//evil.example",
  "/..//evil.example",
  "https://evil.example/\u0000".slice(0, -1),
  "2024-02-30",
  "9999-12-31",
  "0000-01-01",
];

const texts = fc.oneof(
  { weight: 3, arbitrary: fc.string({ maxLength: 30 }) },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 30 }) },
  { weight: 3, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 1, arbitrary: fc.nat({ max: 6000 }).map((length) => "x".repeat(length)) },
);

function textOf(schema: JsonSchema, known: readonly string[]): fc.Arbitrary<unknown> {
  const { minLength = 0, maxLength = 10_000 } = schema;
  const fitting = (text: string) => text.slice(0, maxLength).padEnd(minLength, "a");
  if (schema.pattern) return patternOf(schema);
  const plain = texts.map(fitting);
  if (known.length === 0) return plain;
  return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, { weight: 2, arbitrary: plain });
}

function patternOf({ format, pattern }: JsonSchema): fc.Arbitrary<unknown> {
  if (format === "email") return fc.emailAddress();
  const moment = fc.date({
    min: new Date("0000-01-01"),
    max: new Date("9999-12-31T23:59:59.999Z"),
    noInvalidDate: true,
  });
  if (format === "date") return moment.map((date) => date.toISOString().slice(0, 10));
  if (format === "date-time") return moment.map((date) => date.toISOString());
  return fc.stringMatching(new RegExp(pattern!));
}

/** Values that a schema allows. */
export function arbitraryOf(schema: JsonSchema, known: Known, field = ""): fc.Arbitrary<unknown> {
  if ("const" in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => arbitraryOf(choice, known, field)));
  switch (schema.type) {
    case "string":
      return textOf(schema, known(field));
    case "integer":
      return wholeOf(schema);
    case "number":
      return fc.oneof(
        wholeOf(schema),
        fc
          .double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true })
          .map((value) => Math.round(value * 100) / 100),
      );
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(arbitraryOf(schema.items ?? {}, known, field), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.max(schema.minItems ?? 0, Math.min(schema.maxItems ?? 5, 5)),
      });
    case "object":
      return objectOf(schema, known);
    default:
      return fc.oneof(texts, fc.jsonValue({ maxDepth: 2 }));
  }
}

function wholeOf({ minimum = -1_000_000, maximum = 1_000_000 }: JsonSchema): fc.Arbitrary<number> {
  // A number's range may begin and end between two whole ones.
  const [min, max] = [Math.ceil(Math.max(minimum, -(2 ** 53))), Math.floor(Math.min(maximum, 2 ** 53))];
  return fc.oneof(
    fc.integer({ min: Math.max(min, -(2 ** 31)), max: Math.min(max, 2 ** 31 - 1) }),
    fc.constantFrom(min, max),
  );
}

function objectOf(schema: JsonSchema, known: Known): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties } = schema;
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, part]) => [name, arbitraryOf(part, known, name)]),
  );
  if (Object.keys(fields).length === 0 && typeof additionalProperties === "object")
    return fc.dictionary(fc.string({ maxLength: 10 }), arbitraryOf(additionalProperties, known));
  return fc.record(fields, { requiredKeys: required.filter((name) => name in fields) });
}
