import fc from "fast-check";
import { brokenOf, contentTypes, rawBodies, rawPathParts, rawQueries } from "./broken.ts";
import { arbitraryOf, type JsonSchema, type Known } from "./values.ts";

interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  schema: JsonSchema;
}

interface Content {
  content: Record<string, { schema: JsonSchema }>;
}

/** One call as /api/openapi.json tells it. */
export interface Operation {
  method: string;
  path: string;
  parameters: Parameter[];
  requestBody?: Content;
  responses: Record<string, Partial<Content>>;
  errors: string[];
}

export interface OpenApi {
  paths: Record<string, Record<string, Omit<Operation, "method" | "path"> & { "x-errors": string[] }>>;
}

export function operationsOf(document: OpenApi): Operation[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
      errors: operation["x-errors"],
    })),
  );
}

export interface FuzzRequest {
  identity: number;
  url: string;
  headers: Record<string, string>;
  payload?: string | Buffer;
}

/** Requests to one operation, of which some are as documented, and most are wrong in one place. */
export function requestsTo(
  operation: Operation,
  known: Known,
  identities: number,
): fc.Arbitrary<FuzzRequest> {
  const identity = fc.nat({ max: identities - 1 });
  return fc
    .tuple(identity, urlsOf(operation, known), bodiesOf(operation, known), headersOf())
    .map(([who, url, { payload, type }, extra]) => ({
      identity: who,
      url,
      headers: {
        accept: "application/json",
        ...(type === undefined ? {} : { "content-type": type }),
        ...extra,
      },
      ...(payload === undefined ? {} : { payload }),
    }));
}

function urlsOf(operation: Operation, known: Known): fc.Arbitrary<string> {
  const inPath = operation.parameters.filter((parameter) => parameter.in === "path");
  const inQuery = operation.parameters.filter((parameter) => parameter.in === "query");
  const parts = fc.tuple(...inPath.map((parameter) => pathPart(parameter, known)));
  return fc.tuple(parts, queriesOf(inQuery, known)).map(([values, query]) => {
    const byName = new Map(inPath.map(({ name }, index) => [name, values[index] as string]));
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => byName.get(name) ?? "x");
    return query ? `${path}?${query}` : path;
  });
}

function pathPart({ name, schema }: Parameter, known: Known): fc.Arbitrary<string> {
  const values = arbitraryOf(schema, known, name).map((value) => encoded(String(value)) || "-");
  const real = known(name);
  return fc.oneof(
    { weight: real.length > 0 ? 6 : 0, arbitrary: fc.constantFrom(...(real.length > 0 ? real : ["x"])) },
    { weight: 2, arbitrary: fc.constantFrom(...rawPathParts) },
    { weight: 2, arbitrary: values },
  );
}

/** A part of dots alone would be resolved away before it is sent: another path. */
function encoded(text: string): string {
  return /^\.+$/.test(text) ? "-" : encodeURIComponent(text.toWellFormed());
}

function queriesOf(parameters: Parameter[], known: Known): fc.Arbitrary<string> {
  const raw = fc.constantFrom(...rawQueries);
  if (parameters.length === 0) return fc.oneof({ weight: 9, arbitrary: fc.constant("") }, raw);
  const named = Object.fromEntries(
    parameters.map(({ name, schema }) => [name, arbitraryOf(schema, known, name)]),
  );
  const valid = fc
    .record(named, { requiredKeys: [] })
    .map((query) => new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])))
    .map(String);
  const both = fc.tuple(valid, raw).map((pair) => pair.filter(Boolean).join("&"));
  return fc.oneof(
    { weight: 4, arbitrary: valid },
    { weight: 2, arbitrary: raw },
    { weight: 1, arbitrary: both },
    { weight: 1, arbitrary: fc.constant("") },
  );
}

interface Body {
  payload: string | Buffer | undefined;
  type: string | undefined;
}

const none: Body = { payload: undefined, type: undefined };

function bodiesOf(operation: Operation, known: Known): fc.Arbitrary<Body> {
  if (operation.method === "GET") return fc.constant(none);
  const schema = operation.requestBody?.content["application/json"]?.schema;
  const json = (value: unknown): Body => ({ payload: toJson(value), type: "application/json" });
  const valid = schema ? arbitraryOf(schema, known) : fc.constant({});
  const raw = fc.constantFrom(...rawBodies).map((payload) => ({ payload, type: "application/json" }));
  const typed = fc
    .tuple(valid, fc.constantFrom(...contentTypes))
    .map(([value, type]) => ({ payload: toJson(value), type }));
  const multipart = operation.requestBody?.content["multipart/form-data"] ? 8 : 0;
  return fc.oneof(
    { weight: schema ? 6 : 2, arbitrary: valid.map(json) },
    { weight: schema ? 6 : 1, arbitrary: brokenOf(valid).map(json) },
    { weight: 1, arbitrary: raw },
    { weight: 1, arbitrary: typed },
    { weight: 1, arbitrary: fc.constant(none) },
    { weight: multipart, arbitrary: multipartBodies() },
  );
}

/** Lone surrogates travel as escapes, as a browser's JSON.stringify sends them. */
function toJson(value: unknown): string {
  return JSON.stringify(value) ?? "null";
}

function multipartBodies(): fc.Arbitrary<Body> {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array)),
    fc.constantFrom(
      Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>"),
      Buffer.from("GIF89a"),
      Buffer.from("%PDF-1.4\n%%EOF\n"),
      Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"),
      Buffer.from("ffd8ffe000104a46494600", "hex"),
      Buffer.alloc(0),
    ),
  );
  const field = fc.constantFrom("image", "file", "", "__proto__", "a".repeat(300), "image[]");
  const name = fc.constantFrom(
    "a.png",
    "",
    "../../x",
    "a\u202egnp.exe",
    "x".repeat(3000),
    "a\u0000.png",
    "con",
  );
  const end = fc.constantFrom("--x--\r\n", "--x--", "", "--y--\r\n", "--x\r\n");
  const part = fc
    .tuple(field, name, bytes)
    .map(([each, file, content]) =>
      Buffer.concat([
        Buffer.from(`--x\r\nContent-Disposition: form-data; name="${each}"; filename="${file}"\r\n`),
        Buffer.from("Content-Type: image/png\r\n\r\n"),
        content,
        Buffer.from("\r\n"),
      ]),
    );
  return fc.tuple(fc.array(part, { maxLength: 3 }), end).map(([parts, last]) => ({
    payload: Buffer.concat([...parts, Buffer.from(last)]),
    type: "multipart/form-data; boundary=x",
  }));
}

function headersOf(): fc.Arbitrary<Record<string, string>> {
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant({}) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<Record<string, string>>(
        { accept: "text/html" },
        { accept: "*/*;q=0" },
        { "accept-encoding": "br;q=NaN, gzip;q=2, \u0001" },
        { "accept-encoding": "gzip" },
        { cookie: "thumbsmith.session_token=%E0%A4%A; color-scheme=light" },
        { cookie: "=; ;;; thumbsmith.session_token" },
        { "x-forwarded-for": "1.2.3.4, <script>" },
        { "x-forwarded-host": "evil.example", host: "evil.example" },
        { "x-http-method-override": "DELETE" },
        { "if-none-match": "*" },
        { range: "bytes=0-0,5-1,-1" },
        { "content-encoding": "gzip" },
        { origin: "null" },
        { "user-agent": "x".repeat(3000) },
      ),
    },
  );
}
