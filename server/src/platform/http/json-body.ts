import { failure } from "#server/platform/failure.ts";

/** No call takes anything nearly as deep; what walks through a body would run out of stack in one of thousands. */
const deepest = 100;

/**
 * No form comes near to so many values. What walks through a body pays for each of them, and a million bytes hold half a
 * million. The one call that takes a larger body takes a conversation whole.
 */
const mostValues = (bytes: number) => (bytes > jsonBodyLimit ? 100_000 : 20_000);

export const jsonBodyLimit = 1_048_576;

/** An empty body stands for none, so that a call without input may carry a JSON content type. `limit` is the call's, in bytes. */
export function parseJson(body: Buffer, limit: number): unknown {
  if (body.length === 0) return undefined;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    const { depth, values } = sizeOf(text);
    if (depth > deepest) throw new SyntaxError("too deep");
    if (values > mostValues(limit)) throw new SyntaxError("too many values");
    const value: unknown = JSON.parse(text);
    // Only a text that can name the key, as it is or escaped, is looked through for it.
    if (/__proto__|\\u/.test(text) && namesPrototype(value)) throw new SyntaxError("forbidden key");
    return value;
  } catch {
    throw failure("MALFORMED_REQUEST", "The request body is not valid JSON.");
  }
}

/** How deep a JSON text nests at most, and how many values it can hold at most, told without reading them. */
function sizeOf(text: string): { depth: number; values: number } {
  let [depth, most, values, isQuoted] = [0, 0, 1, false];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (isQuoted) {
      if (sign === "\\") at += 1;
      else if (sign === '"') isQuoted = false;
    } else if (sign === '"') isQuoted = true;
    else if (sign === ",") values += 1;
    else if (sign === "[" || sign === "{") {
      values += 1;
      most = Math.max(most, ++depth);
    } else if (sign === "]" || sign === "}") depth -= 1;
  }
  return { depth: most, values };
}

/** Parsed, the key is an object's own. A reviver, which is asked about every value, took ten times as long. */
function namesPrototype(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.hasOwn(value, "__proto__") || Object.values(value).some(namesPrototype);
}
