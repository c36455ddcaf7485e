import { z } from "zod";
import { type ErrorCode, errorTable } from "#contract/errors.ts";
import type { Operation } from "./requests.ts";

export interface FuzzAnswer {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  text: string;
}

/** No answer of the seeded shop is nearly as large; one that is holds rows without a bound. */
const largestAnswer = 4_000_000;

const mostSeen = 500;

/** Words that only come from inside: stacks, paths, SQL, drivers, libraries. */
const inside =
  /\n\s+at |node_modules|file:\/\/\/|\.ts:\d+|Failed query|syntax error at|violates|duplicate key|relation "|PostgresError|DrizzleQueryError|ZodError|TypeError|RangeError|ReferenceError|is not a function|Cannot read propert|ECONNREFUSED/i;

/** Reads one answer after the other against the operation's documentation. */
export function createJudge(operation: Operation, secrets: readonly string[]) {
  const schemas = new Map<string, z.ZodType>();
  /** Answers that were read before: to the same question most people get the same list again and again. */
  const seen = new Set<string>();

  function schemaOf(status: string): z.ZodType | null {
    const found = schemas.get(status);
    if (found) return found;
    const content = operation.responses[status]?.content?.["application/json"];
    if (!content) return null;
    const made = z.fromJSONSchema(content.schema as Parameters<typeof z.fromJSONSchema>[0]);
    schemas.set(status, made);
    return made;
  }

  /** What is wrong with the answer, or null. */
  return function judge(answer: FuzzAnswer): string | null {
    const { status, text } = answer;
    if (!operation.responses[status]) return `the status ${status} is not documented`;
    if (status >= 500 && !documentedFault(operation, status)) return `it answers ${status}`;
    if (text.length > largestAnswer) return `it answers ${text.length} characters`;
    const again = `${status} ${answer.headers["content-type"]} ${text}`;
    if (seen.has(again)) return null;
    if (inside.test(text)) return "its answer tells of the inside";
    const secret = secrets.find((each) => text.includes(each));
    if (secret) return `its answer holds the secret ${secret}`;
    if (status >= 400) return judgeError(answer);
    const type = String(answer.headers["content-type"] ?? "");
    if (!type.startsWith("application/json")) {
      const { content } = operation.responses[status]!;
      if (!content && text !== "") return "it answers more than nothing";
      return content?.["application/json"] ? `it answers ${type}` : null;
    }
    const schema = schemaOf(String(status));
    const result = schema?.safeParse(JSON.parse(text));
    if (result && !result.success)
      return `its answer is outside its schema: ${z.prettifyError(result.error)}`;
    if (seen.size < mostSeen) seen.add(again);
    return null;
  };
}

function documentedFault(operation: Operation, status: number): boolean {
  return operation.errors.some((code) => errorTable[code as ErrorCode].status === status);
}

function judgeError({ status, headers, text }: FuzzAnswer): string | null {
  let body: Record<string, unknown>;
  try {
    body = JSON.parse(text);
  } catch {
    return `its error is no JSON: ${text.slice(0, 200)}`;
  }
  const known = errorTable[body.code as ErrorCode];
  if (!known) return `its error has the code ${body.code}`;
  if (known.status !== status) return `it answers ${body.code} with ${status}`;
  const whole =
    body.success === false && body.message === body.error && body.requestId === headers["x-request-id"];
  return whole ? null : `its error is not whole: ${text.slice(0, 300)}`;
}
