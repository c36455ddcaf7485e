import type { OAuth2Client } from "google-auth-library";
import type { YoutubeConfig } from "#server/config.ts";
import { fetchFailure } from "#server/platform/fetch-failure.ts";
import { readCapped } from "#server/platform/read-body.ts";
import { mostAnswerBytes } from "./public-video.ts";

/** What the clients need to know: the shop's settings, and where Google's page of consent leads back to. */
export interface Google {
  config: YoutubeConfig & { client: NonNullable<YoutubeConfig["client"]> };
  redirectUri: string;
}

/**
 * What a call of Google's came to that did not succeed. Made anew, since the library's own errors hold the request, with
 * its tokens.
 */
export class GoogleError extends Error {
  override name = "GoogleError";
  /** away: no answer, or one of 5xx, so that nobody knows whether it had an effect. refused: it had none. */
  readonly kind: "away" | "refused" | "failed";
  readonly status: number | undefined;
  /** In Google's word. */
  readonly reason: string;

  /** Whether the call changed nothing for certain: it was refused, or never arrived. */
  get hadNoEffect(): boolean {
    return this.kind === "refused" || unreached.has(this.reason);
  }

  constructor(kind: GoogleError["kind"], reason: string, status?: number) {
    super(`Google: ${kind}, ${status ?? "no answer"}, ${reason}`);
    this.kind = kind;
    this.reason = reason;
    this.status = status;
  }
}

/** What a connection ends with that was never made. */
const unreached = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]);

/** Has one call made by the library; whatever it throws comes as a GoogleError. */
export async function callGoogle<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof GoogleError ? error : errorOf(error);
  }
}

interface LibraryError {
  response?: { status: number; data?: unknown };
  code?: unknown;
  cause?: unknown;
}

/** The library wraps what its transport throws. */
function errorOf(error: unknown): GoogleError {
  const { response, code, cause } = error as LibraryError;
  if (cause instanceof GoogleError) return cause;
  if (!response) return new GoogleError("away", String(code ?? "no answer").slice(0, 40));
  const { status } = response;
  const reason = reasonOf(response.data);
  if (status >= 500) return new GoogleError("away", reason, status);
  return new GoogleError(status >= 400 ? "refused" : "failed", reason, status);
}

/** The Data API's and OAuth's errors have different forms: https://developers.google.com/youtube/v3/docs/errors */
function reasonOf(data: unknown): string {
  const { error } = (data ?? {}) as { error?: unknown };
  if (typeof error === "string") return error.slice(0, 80);
  const { reason, message } =
    (error as { errors?: { reason?: unknown; message?: unknown }[] } | undefined)?.errors?.[0] ?? {};
  // A project's limit of a day has the same reason as that of a minute.
  if (reason === "rateLimitExceeded" && /per day/i.test(String(message))) return "quotaExceeded";
  return typeof reason === "string" ? reason.slice(0, 80) : "unknown";
}

/**
 * The library's transport: an answer of bounded size, no redirect followed, and no token in an address, where the library
 * puts the one that it revokes and traces would have it.
 */
async function fetchBounded(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const url = new URL(String(input));
  const { method, headers, body, signal } = init ?? {};
  const token = url.searchParams.get("token");
  url.searchParams.delete("token");
  const sent = token === null ? body : new URLSearchParams({ token });
  const typed = new Headers(headers);
  if (token !== null) typed.delete("content-type");
  const response = await fetch(url, {
    ...(method ? { method } : {}),
    headers: typed,
    body: sent ?? null,
    redirect: "manual",
    signal: signal ?? null,
  }).catch((error) => {
    const { word = "" } = fetchFailure(error);
    throw unreached.has(word) ? new GoogleError("away", word) : error;
  });
  const bytes = await readCapped(response, mostAnswerBytes);
  if (!bytes) throw new GoogleError("failed", "too long", response.status);
  const isEmpty = [204, 205, 304].includes(response.status);
  return new Response(isEmpty ? null : new Uint8Array(bytes), {
    status: response.status,
    headers: response.headers,
  });
}

/**
 * Google's client with a grant's credentials. It costs 0.2 s and much memory to load, so it is loaded when it is first
 * used. Its retries are off: they would repeat a POST of which nobody knows whether it had an effect.
 */
export async function openOauth(
  { config, redirectUri }: Google,
  credentials: { access_token?: string; refresh_token?: string } = {},
): Promise<OAuth2Client> {
  const { OAuth2Client } = await import("google-auth-library");
  const { authUrl, client, apiTimeoutMs } = config;
  const oauth = new OAuth2Client({
    ...client,
    redirectUri,
    ...(authUrl === undefined
      ? {}
      : {
          endpoints: {
            oauth2AuthBaseUrl: `${authUrl}/o/oauth2/v2/auth`,
            oauth2TokenUrl: `${authUrl}/token`,
            oauth2RevokeUrl: `${authUrl}/revoke`,
          },
        }),
    useAuthRequestParameters: false,
    transporterOptions: {
      retryConfig: { retry: 0, noResponseRetries: 0 },
      timeout: apiTimeoutMs,
      fetchImplementation: fetchBounded,
    },
  });
  oauth.setCredentials(credentials);
  return oauth;
}
