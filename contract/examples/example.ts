import type { Call } from "../call.ts";

/** What there is before an example is run. The page tells where each variable comes from, the test makes what they name. */
export type ExampleThing =
  | "run"
  | "deleted run"
  | "misspelt run"
  | "design"
  | "deleted design"
  | "reference"
  | "deleted reference"
  | "webhook"
  | "delivery";

/**
 * A request as the page shows it, in curl, and as a test runs it in a shell. `$SHOP` and `$KEY` are the address and the
 * key; `$RUN`, `$PICTURE` and the like are ids.
 */
export interface Example {
  /** The call's heading on the page. */
  title: string;
  call: Call;
  needs?: readonly ExampleThing[];
  params?: Record<string, string>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: unknown;
  form?: Record<string, string>;
  /** The file that the answer is written to. */
  output?: string;
}

/** What the call answered the test, with ids and moments of time that stay the same. */
export interface ExampleAnswer {
  status: number;
  /** Media type. */
  type: string;
  /** What JSON says, or the beginning of a text. A file's bytes are not kept. */
  body?: unknown;
}

/** The call's anchor on the page, and its `operationId`. */
export const idOf = ({ title }: Pick<Example, "title">) =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

export function curlOf(example: Example): string {
  const { call, headers = {}, body, form = {}, output } = example;
  const sent = { Authorization: "Bearer $KEY", ...headers };
  const options = [
    ...Object.entries(sent).map(([name, value]) => `-H "${name}: ${value}"`),
    ...Object.entries(form).map(([name, value]) => `-F ${name}=${value}`),
    ...(output ? [`-o ${output}`] : []),
    // Last, since nothing can follow a here-document.
    ...(body === undefined ? [] : ['-H "Content-Type: application/json"', bodyOption(body)]),
  ];
  const buffered = call.answerKind === "events" ? " -N" : "";
  const method = impliedMethod(example) === call.method ? "" : ` -X ${call.method}`;
  return [`curl${buffered}${method} "$SHOP${addressOf(example)}"`, ...options].join(" \\\n  ");
}

const impliedMethod = ({ body, form }: Example) =>
  body === undefined && form === undefined ? "GET" : "POST";

function addressOf({ call, params = {}, query = {} }: Example): string {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? `{${name}}`);
  const search = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  return search.length > 0 ? `${path}?${search.join("&")}` : path;
}

/** A shell puts its variables into a here-document, and leaves quotation marks in it alone. */
function bodyOption(body: unknown): string {
  const json = JSON.stringify(body, null, 2);
  return json.includes("$") ? `-d @- <<JSON\n${json}\nJSON` : `-d '${json}'`;
}
