import { newDebugId } from "./ids.ts";

export type Link = { href: string; rel: string; method?: string };

export type ErrorDetail = {
  issue: string;
  description?: string;
  field?: string;
  value?: string;
  location?: "body" | "path" | "query" | "header";
};

export type ErrorBody = {
  name: string;
  message: string;
  debug_id: string;
  details?: ErrorDetail[];
  links: Link[];
};

const DOCS = "https://developer.paypal.com/api/rest/reference/orders/v2/errors/";

/** The names, statuses and messages of PayPal's REST errors. */
const NAMES = {
  INVALID_REQUEST: [400, "Request is not well-formed, syntactically incorrect, or violates schema."],
  VALIDATION_ERROR: [400, "Invalid request - see details"],
  AUTHENTICATION_FAILURE: [
    401,
    "Authentication failed due to missing authorization header, or invalid authentication credentials.",
  ],
  NOT_AUTHORIZED: [403, "Authorization failed due to insufficient permissions."],
  RESOURCE_NOT_FOUND: [404, "The specified resource does not exist."],
  INVALID_RESOURCE_ID: [404, "The requested resource ID was not found"],
  METHOD_NOT_SUPPORTED: [405, "The server does not implement the requested HTTP method."],
  RESOURCE_CONFLICT: [409, "The server has detected a conflict while processing this request."],
  UNSUPPORTED_MEDIA_TYPE: [415, "The server does not support the request payload's media type."],
  UNPROCESSABLE_ENTITY: [
    422,
    "The requested action could not be performed, semantically incorrect, or failed business validation.",
  ],
  RATE_LIMIT_REACHED: [429, "Too many requests. Blocked due to rate limiting."],
  WEBHOOK_URL_ALREADY_EXISTS: [400, "Webhook URL already exists"],
  WEBHOOK_PATCH_REQUEST_NO_CHANGE: [400, "Webhook patch request has no change."],
  WEBHOOK_NUMBER_LIMIT_EXCEEDED: [400, "You have reached the maximum number of webhooks allowed"],
  INTERNAL_SERVER_ERROR: [500, "An internal server error occurred."],
  SERVICE_UNAVAILABLE: [503, "Service Unavailable."],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorName = keyof typeof NAMES;

/** The shape of errors about tokens, which come from OAuth and not from the REST API. */
export type OauthErrorBody = { error: string; error_description: string };

/** An answer of PayPal's that isn't a success; the plugin's error handler sends it as it stands. */
export class PaypalError extends Error {
  readonly status: number;
  body: ErrorBody | OauthErrorBody;

  constructor(name: ErrorName, details: ErrorDetail[] = [], links?: Link[]) {
    const [status, message] = NAMES[name];
    super(`${name} ${details.map((detail) => detail.issue).join(" ")}`.trim());
    this.status = status;
    this.body = {
      name,
      ...(details.length > 0 ? { details } : {}),
      message,
      debug_id: newDebugId(),
      links: links ?? [{ href: `${DOCS}#${name}`, rel: "information_link", method: "GET" }],
    };
  }
}

/** A 422 with one issue. */
export const unprocessable = (issue: string, description: string, links?: Link[]): PaypalError =>
  new PaypalError("UNPROCESSABLE_ENTITY", [{ issue, description }], links);

/** The same PayPal-Request-Id beside a call of it that has not been answered. */
export const previousRequestInProgress = (): PaypalError =>
  new PaypalError("RESOURCE_CONFLICT", [
    {
      issue: "PREVIOUS_REQUEST_IN_PROGRESS",
      description:
        "A previous request on this resource is currently in progress. Please wait for sometime and try again. It is best to space out the initial and the subsequent request(s) to avoid receiving this error.",
    },
  ]);

/** A 404 as /v2 gives it. */
export const notFound = (): PaypalError =>
  new PaypalError("RESOURCE_NOT_FOUND", [
    {
      issue: "INVALID_RESOURCE_ID",
      description: "Specified resource ID does not exist. Please check the resource ID and try again.",
    },
  ]);

/** A bearer token that isn't, or is no longer, valid. */
export function invalidToken(description: string): PaypalError {
  const error = new PaypalError("AUTHENTICATION_FAILURE");
  error.body = { error: "invalid_token", error_description: description };
  return error;
}

/** Someone else's resource. */
export const permissionDenied = (): PaypalError =>
  new PaypalError("NOT_AUTHORIZED", [
    {
      issue: "PERMISSION_DENIED",
      description: "You do not have permission to access or perform operations on this resource.",
    },
  ]);
