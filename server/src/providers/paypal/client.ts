import { createHash } from "node:crypto";
import { z } from "zod";
import { shareUnderWay } from "#server/platform/concurrency.ts";
import { isWrongCredentials, type PaypalResult, reasonOf, unknown } from "./result.ts";
import { errorOf, type HttpAnswer, send } from "./transport.ts";

export interface PaypalCredentials {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
}

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

interface Token {
  text: string;
  expiresAt: number;
}

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().catch(300) });

const tokens = new Map<string, Token>();
const requestOnce = shareUnderWay<PaypalResult<string>>();

/** Renewed this long before its end, so that none runs out under way. */
const marginMs = 60_000;

/** The token of these credentials, shared by the process; calls that need one at the same time wait for one request. */
async function accessToken(credentials: PaypalCredentials, timeoutMs: number): Promise<PaypalResult<string>> {
  const key = keyOf(credentials);
  const known = tokens.get(key);
  if (known && known.expiresAt > Date.now()) return { kind: "ok", status: 200, value: known.text };
  return requestOnce(key, () => requestToken(credentials, timeoutMs, key));
}

/** Forgets a token that PayPal did not take; another one, fetched meanwhile, stays. */
function dropToken(credentials: PaypalCredentials, text: string): void {
  const key = keyOf(credentials);
  if (tokens.get(key)?.text === text) tokens.delete(key);
}

/** Asks PayPal whatever is known. A secret that it does not take any more is no token's worth: the known one goes. */
export async function renewToken(
  credentials: PaypalCredentials,
  timeoutMs: number,
): Promise<PaypalResult<string>> {
  const key = keyOf(credentials);
  const renewed = await requestToken(credentials, timeoutMs, key);
  if (renewed.kind !== "ok" && isWrongCredentials(reasonOf(renewed))) tokens.delete(key);
  return renewed;
}

async function requestToken(
  { baseUrl, clientId, clientSecret }: PaypalCredentials,
  timeoutMs: number,
  key: string,
): Promise<PaypalResult<string>> {
  const answer = await send(
    `${baseUrl}/v1/oauth2/token`,
    {
      method: "POST",
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`,
        "content-type": "application/x-www-form-urlencoded",
        accept: "application/json",
      },
      body: "grant_type=client_credentials",
    },
    timeoutMs,
  );
  if ("kind" in answer) return answer;
  if (answer.status !== 200) return errorOf(answer);
  const parsed = tokenAnswer.safeParse(answer.body);
  if (!parsed.success) return unknown("token answer without a token");
  if (tokens.size > 100) tokens.clear();
  const { access_token: text, expires_in: seconds } = parsed.data;
  tokens.set(key, { text, expiresAt: Date.now() + seconds * 1000 - marginMs });
  return { kind: "ok", status: 200, value: text };
}

/** The secret is part of the key, so that a corrected one is tried at once. */
function keyOf({ baseUrl, clientId, clientSecret }: PaypalCredentials): string {
  return createHash("sha256")
    .update(JSON.stringify([baseUrl, clientId, clientSecret]))
    .digest("base64");
}
