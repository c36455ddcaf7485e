/** Google's canonical codes with the HTTP status each is answered with. */
const httpStatus = {
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  RESOURCE_EXHAUSTED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  DEADLINE_EXCEEDED: 504,
} as const;
export type GoogleStatus = keyof typeof httpStatus;

/** One of google.rpc's error details, named by its `@type`. */
export type ErrorDetail = { "@type": string } & Record<string, unknown>;

/** The body of a refused call: google.rpc.Status under `error`, as Google's HTTP APIs write it. */
export type ErrorBody = {
  error: { code: number; message: string; status: GoogleStatus; details?: ErrorDetail[] };
};

export function errorBody(status: GoogleStatus, message: string, details: ErrorDetail[] = []): ErrorBody {
  const code = httpStatus[status];
  return { error: { code, message, status, ...(details.length > 0 ? { details } : {}) } };
}

/** A refusal on its way to the answer. */
export class GoogleError extends Error {
  readonly body: ErrorBody;
  constructor(status: GoogleStatus, message: string, details: ErrorDetail[] = []) {
    super(message);
    this.name = "GoogleError";
    this.body = errorBody(status, message, details);
  }
}

const type = (name: string) => `type.googleapis.com/google.rpc.${name}`;
const service = "generativelanguage.googleapis.com";

export function invalidKey(message = "API key not valid. Please pass a valid API key."): GoogleError {
  return new GoogleError("INVALID_ARGUMENT", message, [
    {
      "@type": type("ErrorInfo"),
      reason: "API_KEY_INVALID",
      domain: "googleapis.com",
      metadata: { service },
    },
    { "@type": type("LocalizedMessage"), locale: "en-US", message },
  ]);
}

export const missingKey = () =>
  new GoogleError(
    "PERMISSION_DENIED",
    "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or " +
      "other form of API consumer identity to call this API.",
  );

export const permissionDenied = (message = "Your project has been denied access. Please contact support.") =>
  new GoogleError("PERMISSION_DENIED", message, [
    {
      "@type": type("ErrorInfo"),
      reason: "CONSUMER_SUSPENDED",
      domain: "googleapis.com",
      metadata: { service },
    },
  ]);

export const modelNotFound = (model: string) =>
  new GoogleError(
    "NOT_FOUND",
    `models/${model} is not found for API version v1beta, or is not supported for generateContent. Call ` +
      "ListModels to see the list of available models and their supported methods.",
  );

/** A refusal in words alone, as most of those are that depend on the model. */
export const badRequest = (message: string) => new GoogleError("INVALID_ARGUMENT", message);

/** Names a field as google.rpc.BadRequest does. */
export const badField = (field: string, description: string) =>
  new GoogleError("INVALID_ARGUMENT", description, [
    { "@type": type("BadRequest"), fieldViolations: [{ field, description }] },
  ]);

/** One quota of one model that is used up. */
export type Violation = { quotaId: string; limit: number };

/**
 * The quotas that are used up. Google names a minute's and a day's in one answer and adds RetryInfo to either, so that
 * the delay alone does not tell which it is. `retrySeconds` null leaves RetryInfo out.
 */
export function exhausted(
  model: string,
  violations: readonly Violation[],
  retrySeconds: number | null,
): GoogleError {
  const metric = `${service}/generate_content_requests`;
  const exceeded = violations
    .map(({ limit }) => `\n* Quota exceeded for metric: ${metric}, limit: ${limit}, model: ${model}`)
    .join("");
  const retry = retrySeconds === null ? "" : `\nPlease retry in ${retrySeconds}s.`;
  const message =
    "You exceeded your current quota, please check your plan and billing details. For more information on this " +
    `error, head to: https://ai.google.dev/gemini-api/docs/rate-limits. ${exceeded}${retry}`;
  const named = violations.map(({ quotaId, limit }) => ({
    quotaMetric: metric,
    quotaId,
    quotaDimensions: { location: "global", model },
    quotaValue: String(limit),
  }));
  const help = {
    description: "Learn more about Gemini API quotas",
    url: "https://ai.google.dev/gemini-api/docs/rate-limits",
  };
  return new GoogleError("RESOURCE_EXHAUSTED", message, [
    { "@type": type("QuotaFailure"), violations: named },
    { "@type": type("Help"), links: [help] },
    ...(retrySeconds === null ? [] : [{ "@type": type("RetryInfo"), retryDelay: `${retrySeconds}s` }]),
  ]);
}
