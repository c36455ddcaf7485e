import {
  type ApiAnswer,
  type ApiClient,
  backOfficeHeader,
  type Call,
  type InputOf,
  idleHeader,
  pathOf,
} from "#contract/call.ts";
import type { ErrorBody, ErrorCode } from "#contract/errors.ts";

/** What a call threw: the server's answer, or `NETWORK` where none came. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly status: number;
  /** The server's own text; null where no answer came, or one without a text. */
  readonly said: string | null;
  readonly code: ErrorCode | "NETWORK" | string;
  readonly fields: Record<string, string>;
  readonly data: unknown;
  /** When the server wants to be asked again; null where it did not say. */
  readonly retryAfterSeconds: number | null;

  constructor(status: number, body: Partial<ErrorBody>, retryAfter: string | null = null) {
    const said = body.message || null;
    super(
      said ?? (status === 0 ? "Network error or server not responding" : `HTTP error! Status: ${status}`),
    );
    this.status = status;
    this.said = said;
    this.code = body.code ?? "NETWORK";
    this.fields = body.fields ?? {};
    this.data = body.data;
    this.retryAfterSeconds = retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : null;
  }
}

/** What of a failed call's answer counts, where the error may be another fault as well. */
export const messageOf = (error: unknown, otherwise: string): string =>
  error instanceof ApiError ? error.message : otherwise;
export const fieldsOf = (error: unknown): Record<string, string> =>
  error instanceof ApiError ? error.fields : {};
export const hasCode = (error: unknown, code: ErrorCode | "NETWORK"): error is ApiError =>
  error instanceof ApiError && error.code === code;
/** 0 where no answer came. */
export const statusOf = (error: unknown): number => (error instanceof ApiError ? error.status : 0);

/** By which tabs tell one another who signed in or out. */
export const sessionChannel = "thumbsmith-session";

const sessionListeners = new Set<() => void>();

/** Hears of every answer that asks for a session, however it was called for. Returns how to end it. */
export function onSessionNeeded(hear: () => void): () => void {
  sessionListeners.add(hear);
  return () => sessionListeners.delete(hear);
}

/** Whoever asks the server tells the status of its answer here, by whatever way it asked. */
export function told(status: number): void {
  if (status === 401) for (const hear of sessionListeners) hear();
}

const writeListeners = new Set<() => void>();

/** Hears of every write, whatever came of it: one whose answer was lost may have counted. Returns how to end it. */
export function onWrite(hear: () => void): () => void {
  writeListeners.add(hear);
  return () => writeListeners.delete(hear);
}

const proofAskers = new Set<() => Promise<boolean>>();

/** Who asks the person for a proof, and answers whether it was given; of several the last. Returns how to end it. */
export function onProofNeeded(ask: () => Promise<boolean>): () => void {
  proofAskers.add(ask);
  return () => proofAskers.delete(ask);
}

/** So long after the last touch of the page, in milliseconds, what it asks is asked by nobody. */
const idleAfterMs = 60_000;
let touchedAt = 0;
if (typeof document !== "undefined") {
  const touched = () => {
    touchedAt = performance.now();
  };
  for (const kind of ["click", "input", "keydown", "pointerdown", "pointermove", "wheel"])
    document.addEventListener(kind, touched, { capture: true, passive: true });
}

const isIdle = (): boolean => performance.now() - touchedAt > idleAfterMs;

/**
 * Calls the server from the browser. Throws an ApiError for every answer that is not a success. What takes a proof of
 * who sits there asks the person for it, and is made again once it was given.
 */
export const api: ApiClient = async <C extends Call>(call: C, input: InputOf<C>): Promise<ApiAnswer<C>> => {
  try {
    return await send(call, input);
  } catch (error) {
    if (!hasCode(error, "PROOF_REQUIRED") || !(await [...proofAskers].at(-1)?.())) throw error;
    return await send(call, input);
  } finally {
    if (call.method !== "GET") for (const hear of writeListeners) hear();
  }
};

const send: ApiClient = async <C extends Call>(call: C, input: InputOf<C>): Promise<ApiAnswer<C>> => {
  const { body, signal } = input as { body?: unknown; signal?: AbortSignal };
  const isForm = body instanceof FormData;
  let response: Response;
  try {
    response = await fetch(pathOf(call, input), {
      method: call.method,
      credentials: "same-origin",
      headers: {
        accept: "application/json",
        ...(isIdle() ? { [idleHeader]: "1" } : {}),
        ...(/^\/admin/i.test(location.pathname) ? { [backOfficeHeader]: "1" } : {}),
        ...(body === undefined || isForm ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, {});
  }
  const total = response.headers.get("x-total-count");
  const more = response.headers.get("x-total-count-more") === "true";
  const answered = await response.json().catch(() => null);
  told(response.status);
  if (!response.ok) throw new ApiError(response.status, answered ?? {}, response.headers.get("retry-after"));
  return { status: response.status, body: answered, total: total === null ? null : Number(total), more };
};

/** The key of a call's answer in the query cache: path with its query, so that a prefix finds a family. */
export function queryKey<C extends Call>(call: C, input: InputOf<C>): readonly unknown[] {
  return [call.path, pathOf(call, input)];
}

/** What a call is made for: the `data` of an answer that has one, else the whole body. */
export type PayloadOf<C extends Call> = ApiAnswer<C>["body"] extends { data: infer D }
  ? D
  : ApiAnswer<C>["body"];

export function payloadOf<C extends Call>({ body }: ApiAnswer<C>): PayloadOf<C> {
  const enveloped = typeof body === "object" && body !== null && "data" in body;
  return (enveloped ? body.data : body) as PayloadOf<C>;
}

/** Why a list could not be loaded, as documented: the status of an answer, or what the connection said. */
export function listFailure(error: unknown): string {
  const status = statusOf(error);
  if (status > 0) return `HTTP error! Status: ${status}`;
  return `Failed to fetch data: ${error instanceof Error ? error.message : String(error)}`;
}

/**
 * A request's own id, by which the server knows a repeat: random hexadecimal digits, two for each byte.
 * `crypto.randomUUID` would need a secure origin, which a shop in a home network is not.
 */
export function requestKey(bytes = 16): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(random, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
