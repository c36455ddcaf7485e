import { fetchFailure, noConnection } from "#server/platform/fetch-failure.ts";
import { parseJson, readCapped } from "#server/platform/read-body.ts";
import { type PaypalResult, unknown } from "./result.ts";

const answerLimit = 1_048_576;

export interface HttpAnswer {
  status: number;
  /** Null where the body is no JSON. */
  body: unknown;
}

/**
 * One HTTP call with a time-out that covers the body as well, a cap on the body, and no redirects. Answers
 * "unknown" for everything that is not a whole answer.
 */
export async function send(
  url: string,
  init: RequestInit,
  timeoutMs: number,
): Promise<HttpAnswer | { kind: "unknown"; reason: string }> {
  try {
    const response = await fetch(url, { ...init, redirect: "error", signal: AbortSignal.timeout(timeoutMs) });
    const bytes = await readCapped(response, answerLimit);
    if (bytes === null) return unknown(`answer over ${answerLimit} bytes`);
    return { status: response.status, body: parseJson(bytes) };
  } catch (error) {
    const failure = fetchFailure(error);
    return unknown(failure.isLate ? "time-out" : noConnection(failure));
  }
}

/** PayPal's issues that mean "still at it" rather than "no". */
const inProgress = new Set(["PREVIOUS_REQUEST_IN_PROGRESS", "RESOURCE_CONFLICT"]);

/**
 * Sorts an error answer. 401 and 403 are no refusal of the payment: the credentials are wrong, or the rights are
 * missing, and the same call may succeed once an admin has cured that.
 */
export function errorOf<T>(answer: HttpAnswer): PaypalResult<T> {
  const { status, body } = answer;
  const fields = typeof body === "object" && body !== null ? (body as Record<string, unknown>) : null;
  const detail = Array.isArray(fields?.details)
    ? (fields.details[0] as Record<string, unknown> | undefined)
    : undefined;
  const name = textOf(fields?.name) || textOf(fields?.error);
  const issue = textOf(detail?.issue);
  const isRefusal =
    status >= 400 && status < 500 && ![401, 403, 408, 425, 429].includes(status) && fields && name;
  if (!isRefusal || inProgress.has(issue) || inProgress.has(name)) {
    return unknown(`status ${status}${name ? ` ${issue || name}` : ""}`.slice(0, 200));
  }
  return {
    kind: "refused",
    status,
    name,
    issue,
    message: textOf(detail?.description) || textOf(fields.message) || textOf(fields.error_description),
    debugId: textOf(fields.debug_id) || null,
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value.slice(0, 300) : "";
}
