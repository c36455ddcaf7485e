import type { z } from "zod";
import { type PaypalResult, unknown } from "./result.ts";
import { accessToken, dropToken, type PaypalCredentials } from "./tokens.ts";
import { errorOf, type HttpAnswer, send } from "./transport.ts";

export interface PaypalRequest {
  method: "GET" | "POST" | "PATCH";
  path: string;
  /** JSON text, already written where its bytes matter. */
  body?: string;
  /** PayPal-Request-Id: the same id again is the same request, whatever became of the first answer. */
  requestId?: string;
}

/** Makes an authenticated call and reads its answer. Never throws. */
export type PaypalCaller = <S extends z.ZodType>(
  request: PaypalRequest,
  answer: S,
) => Promise<PaypalResult<z.output<S>>>;

/**
 * Time-outs are for one HTTP call. A token that PayPal no longer takes is replaced and the call made once more,
 * which is safe since PayPal carried nothing out.
 */
export function paypalCaller(credentials: PaypalCredentials, timeoutMs: number): PaypalCaller {
  return async (request, schema) => {
    let answer = await authenticated(credentials, request, timeoutMs);
    if (!("kind" in answer) && answer.status === 401)
      answer = await authenticated(credentials, request, timeoutMs);
    if ("kind" in answer) return answer;
    if (answer.status < 200 || answer.status >= 300) return errorOf(answer);
    const parsed = schema.safeParse(answer.body ?? undefined);
    if (!parsed.success) return unknown("answer of another shape");
    return { kind: "ok", status: answer.status, value: parsed.data };
  };
}

/** A 401 forgets the token that was used. */
async function authenticated(
  credentials: PaypalCredentials,
  { method, path, body, requestId }: PaypalRequest,
  timeoutMs: number,
): Promise<HttpAnswer | Exclude<PaypalResult<never>, { kind: "ok" }>> {
  const token = await accessToken(credentials, timeoutMs);
  if (token.kind === "refused") return unknown(`token refused: ${token.status} ${token.issue || token.name}`);
  if (token.kind === "unknown") return unknown(`token: ${token.reason}`);
  const answer = await send(
    `${credentials.baseUrl}${path}`,
    {
      method,
      headers: {
        authorization: `Bearer ${token.value}`,
        accept: "application/json",
        "content-type": "application/json",
        prefer: "return=representation",
        ...(requestId ? { "paypal-request-id": requestId } : {}),
      },
      ...(body === undefined ? {} : { body }),
    },
    timeoutMs,
  );
  if (!("kind" in answer) && answer.status === 401) dropToken(credentials, token.value);
  return answer;
}
