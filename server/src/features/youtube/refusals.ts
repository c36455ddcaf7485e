import { type Failure, failure } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import { GoogleError } from "#server/providers/youtube/google.ts";
import { noteUsedUp, quotaIsUsedUp } from "./units.ts";

export const notConnected = (message?: string) => failure("YOUTUBE_NOT_CONNECTED", message);
export const accessEnded = () =>
  notConnected("YouTube's access to your channel has ended. Please connect YouTube again.");
export const setNotGranted = () =>
  notConnected("You have not allowed us to set thumbnails yet. Please connect YouTube again and allow it.");
export const listNotGranted = () =>
  notConnected("You have not allowed us to see your channel yet. Please connect YouTube again and allow it.");
export const channelIsGone = () =>
  notConnected(
    "This Google account has no channel any more. Please connect YouTube again with one that has.",
  );

export const youtubeIsAway = () =>
  failure("UNAVAILABLE", "YouTube does not answer right now. Please try again in a minute.", {
    retryAfter: 60,
  });
export const videoNotFound = () => failure("NOT_FOUND", "YouTube knows no such video.");
export const youtubeFailed = (reason: string) =>
  failure("PROVIDER_FAILED", "YouTube answered in a way that we don't understand. Please try again later.", {
    cause: new Error(reason),
  });

export const isBeingSet = () =>
  failure("CONFLICT", "This video's thumbnail is being set right now. Please look again in a moment.", {
    retryAfter: 5,
  });
export const isBeingLookedUp = () =>
  failure(
    "UNAVAILABLE",
    "YouTube has not said whether the thumbnail was set. We are finding out: please look at your video, or try again in some minutes. It is not set twice.",
    { retryAfter: 60 },
  );

/** What a member is told of a call that got no answer, or none that is understood; it may be made again. */
export function failureOf(error: unknown): unknown {
  if (!(error instanceof GoogleError)) return error;
  return error.kind === "away" ? youtubeIsAway() : youtubeFailed(error.reason);
}

/** With these Google says that the account has no channel that could be asked about: none any more, or not for now. */
export const saysNoChannel: ReadonlySet<string> = new Set([
  "youtubeSignupRequired",
  "channelNotFound",
  "channelClosed",
  "channelSuspended",
  "authenticatedUserAccountClosed",
  "authenticatedUserAccountSuspended",
  "authenticatedUserNotChannel",
]);

/** Google's refusals in its own words: https://developers.google.com/youtube/v3/docs/errors */
export async function refusalOf(
  platform: Platform,
  { kind, status, reason }: GoogleError,
  isSetting: boolean,
): Promise<Failure> {
  if (kind === "away") return youtubeIsAway();
  if (saysNoChannel.has(reason)) return channelIsGone();
  switch (reason) {
    case "quotaExceeded":
    case "dailyLimitExceeded":
      await noteUsedUp(platform);
      return quotaIsUsedUp(platform.db);
    case "uploadRateLimitExceeded":
      return failure(
        "YOUTUBE_QUOTA",
        "YouTube takes no more thumbnails for your channel for now. Please try again in some hours.",
        { retryAfter: 3600 },
      );
    case "rateLimitExceeded":
    case "userRateLimitExceeded":
      return failure("YOUTUBE_QUOTA", "YouTube was asked too often. Please try again in a minute.", {
        retryAfter: 60,
      });
    case "forbidden":
      // Of a list it says something else, which nobody can do anything about.
      if (isSetting) return failure("YOUTUBE_NOT_ALLOWED");
      break;
    case "insufficientPermissions":
      return isSetting ? setNotGranted() : listNotGranted();
    case "videoNotFound":
      return videoNotFound();
    case "invalidPageToken":
      return failure("INVALID_INPUT", "This page of your videos is not there any more. Please start anew.", {
        fields: { pageToken: "This page of your videos is not there any more." },
      });
    case "invalidImage":
      return failure("PROVIDER_FAILED", "YouTube did not take this picture. Please try another one.");
  }
  platform.log.warn({ status, reason }, "YouTube refused a call");
  return failure("PROVIDER_FAILED", "YouTube refused this, and we don't know why. Please try again later.");
}
