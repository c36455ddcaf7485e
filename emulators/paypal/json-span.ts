/**
 * Finds the exact text of one member's value in a JSON object, without parsing and writing it again:
 * a signature over an event holds for its bytes, not for its meaning.
 *
 * The text must be valid JSON whose top level is an object. The last of several members of that name
 * wins, as in JSON.parse. Answers undefined where there is none.
 */
export function memberText(json: string, name: string): string | undefined {
  let found: string | undefined;
  let at = skipSpace(json, 0) + 1;
  for (;;) {
    at = skipSpace(json, at);
    if (at >= json.length || json[at] === "}") return found;
    const keyEnd = endOfString(json, at);
    const key = JSON.parse(json.slice(at, keyEnd));
    const valueStart = skipSpace(json, skipSpace(json, keyEnd) + 1);
    const valueEnd = endOfValue(json, valueStart);
    if (key === name) found = json.slice(valueStart, valueEnd);
    at = skipSpace(json, valueEnd);
    if (json[at] === ",") at += 1;
  }
}

function skipSpace(json: string, from: number): number {
  let at = from;
  while (at < json.length && " \t\r\n".includes(json[at] as string)) at += 1;
  return at;
}

function endOfString(json: string, from: number): number {
  let at = from + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === "\\" ? 2 : 1;
  return at + 1;
}

function endOfValue(json: string, from: number): number {
  const first = json[from];
  if (first === '"') return endOfString(json, from);
  let at = from;
  if (first !== "{" && first !== "[") {
    while (at < json.length && !",}] \t\r\n".includes(json[at] as string)) at += 1;
    return at;
  }
  let depth = 0;
  while (at < json.length) {
    const character = json[at] as string;
    if (character === '"') {
      at = endOfString(json, at);
      continue;
    }
    if (character === "{" || character === "[") depth += 1;
    if (character === "}" || character === "]") depth -= 1;
    at += 1;
    if (depth === 0) break;
  }
  return at;
}
