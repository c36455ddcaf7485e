interface Detail {
  message: string;
  domain: string;
  reason: string;
  location?: string;
  locationType?: string;
}

/** A refusal as the Data API writes it: https://developers.google.com/youtube/v3/docs/errors */
export class ApiError extends Error {
  readonly code: number;
  readonly body: object;

  constructor(code: number, message: string, detail: Omit<Detail, "message">, more: object = {}) {
    super(message);
    this.code = code;
    this.body = { error: { code, message, errors: [{ message, ...detail }], ...more } };
  }
}

const parameter = (location: string) => ({ location, locationType: "parameter" });

export const unauthorized = () =>
  new ApiError(
    401,
    "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.",
    { domain: "global", reason: "authError", location: "Authorization", locationType: "header" },
    { status: "UNAUTHENTICATED" },
  );

export const insufficientScope = (method: string) =>
  new ApiError(
    403,
    "Request had insufficient authentication scopes.",
    { domain: "global", reason: "insufficientPermissions" },
    {
      status: "PERMISSION_DENIED",
      details: [
        {
          "@type": "type.googleapis.com/google.rpc.ErrorInfo",
          reason: "ACCESS_TOKEN_SCOPE_INSUFFICIENT",
          domain: "googleapis.com",
          metadata: { service: "youtube.googleapis.com", method },
        },
      ],
    },
  );

export const quotaExceeded = () =>
  new ApiError(
    403,
    'The request cannot be completed because you have exceeded your <a href="/youtube/v3/getting-started#quota">quota</a>.',
    { domain: "youtube.quota", reason: "quotaExceeded" },
  );

export const signupRequired = () =>
  new ApiError(401, "Unauthorized", {
    domain: "youtube.header",
    reason: "youtubeSignupRequired",
    location: "Authorization",
    locationType: "header",
  });

/** Of an account that Google has closed or suspended, or that acts as no channel. */
export const accountRefused = (
  reason: `authenticatedUser${"AccountClosed" | "AccountSuspended" | "NotChannel"}`,
) =>
  new ApiError(403, "The YouTube account of the authenticated user cannot be used.", {
    domain: "youtube.common",
    reason,
    location: "Authorization",
    locationType: "header",
  });

/** A Google project's own limit, a minute's or a day's, with 429. */
export const rateLimitExceeded = (unit: "minute" | "day") =>
  new ApiError(
    429,
    `Quota exceeded for quota metric 'Queries' and limit 'Queries per ${unit}' of service 'youtube.googleapis.com' for consumer 'project_number:123456789012'.`,
    { domain: "global", reason: "rateLimitExceeded" },
    { status: "RESOURCE_EXHAUSTED" },
  );

export const required = (name: string) =>
  new ApiError(400, `Required parameter: ${name}`, {
    domain: "global",
    reason: "required",
    ...parameter(name),
  });

export const unknownPart = (part: string) =>
  new ApiError(400, `'${part}'`, { domain: "youtube.part", reason: "unknownPart", ...parameter("part") });

export const invalidPageToken = () =>
  new ApiError(400, "The request specifies an invalid page token.", {
    domain: "youtube.parameter",
    reason: "invalidPageToken",
    ...parameter("pageToken"),
  });

export const invalidValue = (name: string) =>
  new ApiError(400, `Invalid value for parameter ${name}.`, {
    domain: "youtube.parameter",
    reason: "invalidParameter",
    ...parameter(name),
  });

export const playlistNotFound = () =>
  new ApiError(
    404,
    "The playlist identified with the request's <code>playlistId</code> parameter cannot be found.",
    { domain: "youtube.playlistItem", reason: "playlistNotFound", ...parameter("playlistId") },
  );

export const videoNotFound = () =>
  new ApiError(
    404,
    "The video that you are trying to insert a thumbnail image for cannot be found. Check the value of the request's <code>videoId</code> parameter to ensure that it is correct.",
    { domain: "youtube.thumbnail", reason: "videoNotFound", ...parameter("videoId") },
  );

export const notAllowed = () =>
  new ApiError(
    403,
    "The authenticated user doesn't have permissions to upload and set custom video thumbnails.",
    { domain: "youtube.thumbnail", reason: "forbidden" },
  );

export const otherOwner = () =>
  new ApiError(
    403,
    "The thumbnail can't be set for the specified video. The request might not be properly authorized.",
    { domain: "youtube.thumbnail", reason: "forbidden", ...parameter("videoId") },
  );

export const invalidImage = () =>
  new ApiError(400, "The provided image content is invalid.", {
    domain: "youtube.thumbnail",
    reason: "invalidImage",
    location: "body",
    locationType: "other",
  });

export const mediaBodyRequired = () =>
  new ApiError(400, "The request does not include the image content.", {
    domain: "youtube.thumbnail",
    reason: "mediaBodyRequired",
    location: "body",
    locationType: "other",
  });

export const uploadTooLarge = () =>
  new ApiError(413, "Media larger than: 2097152", { domain: "global", reason: "uploadTooLarge" });

export const uploadRateLimitExceeded = () =>
  new ApiError(
    429,
    "The channel has uploaded too many thumbnails recently. Please try the request again later.",
    { domain: "youtube.thumbnail", reason: "uploadRateLimitExceeded" },
  );

export const backendError = (code: 500 | 503) =>
  code === 503
    ? new ApiError(
        503,
        "The service is currently unavailable.",
        { domain: "global", reason: "backendError" },
        { status: "UNAVAILABLE" },
      )
    : new ApiError(
        500,
        "Internal error encountered.",
        { domain: "global", reason: "backendError" },
        { status: "INTERNAL" },
      );
