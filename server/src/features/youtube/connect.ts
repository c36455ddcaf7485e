import { createHash, randomBytes } from "node:crypto";
import type { BodyOf, QueryOf } from "#contract/call.ts";
import {
  type connectYoutube,
  type YoutubeOutcome,
  type YoutubePurpose,
  type youtubeCallback,
  youtubeHome,
} from "#contract/youtube.ts";
import { lockOwner } from "#server/db/lock-owner.ts";
import { Failure } from "#server/platform/failure.ts";
import type { Viewer } from "#server/platform/http/viewer.ts";
import type { Platform } from "#server/platform/platform.ts";
import { type OwnChannel, readOwnChannel, unitsOf } from "#server/providers/youtube/data-api.ts";
import { type Google, GoogleError } from "#server/providers/youtube/google.ts";
import {
  exchangeCode,
  type Grant,
  makeConsentUrl,
  readScope,
  uploadScope,
} from "#server/providers/youtube/oauth.ts";
import { forgetPagesOf } from "./channel-pages.ts";
import {
  type ConsentRow,
  dropRevocationsOf,
  findConnection,
  insertConsent,
  insertRevocation,
  lockConnection,
  saveConnection,
  takeConsent,
} from "./connections.repository.ts";
import { oneLine } from "./public-video.ts";
import { saysNoChannel } from "./refusals.ts";
import { revokeLater } from "./revoke-grants.ts";
import { encryptTokens, findGoogle, openTokens, requireGoogle } from "./tokens.ts";
import { noteUsedUp, takeUnits } from "./units.ts";

const scopesOf: Record<YoutubePurpose, string[]> = {
  list: [readScope],
  set: [readScope, uploadScope],
};

const verifierPurpose = "youtube-verifier";
const hashOf = (state: string) => createHash("sha256").update(state).digest("base64url");

/** Google's page of consent. What it answers counts once, within ten minutes, in this session alone. */
export async function startConnecting(
  platform: Platform,
  { id: userId, sessionId }: Viewer,
  { purpose, returnTo }: BodyOf<typeof connectYoutube>,
): Promise<string> {
  const google = requireGoogle(platform);
  const state = randomBytes(32).toString("base64url");
  const { url, verifier } = await makeConsentUrl(google, { scopes: scopesOf[purpose], state });
  await insertConsent(platform.db, {
    stateHash: hashOf(state),
    userId,
    sessionId,
    purpose,
    returnTo,
    verifier: platform.encryption.encrypt(verifier, verifierPurpose),
  });
  return url;
}

/** The path of the shop that Google's answer leads back to, with how it ended. */
export async function finishConnecting(
  platform: Platform,
  viewer: Viewer | null,
  { state, code, error }: QueryOf<typeof youtubeCallback>,
): Promise<string> {
  const google = findGoogle(platform);
  const consent =
    google && viewer && state
      ? await takeConsent(platform.db, {
          stateHash: hashOf(state),
          userId: viewer.id,
          sessionId: viewer.sessionId,
        })
      : null;
  if (!google || !consent) return backTo(platform, youtubeHome, "stale");
  let outcome: YoutubeOutcome;
  if (code === undefined) outcome = error === "access_denied" ? "refused" : "failed";
  else outcome = await connect(platform, google, consent, code).catch((fault) => outcomeOf(platform, fault));
  return backTo(platform, consent.returnTo, outcome);
}

function backTo({ config }: Pick<Platform, "config">, path: string, outcome: YoutubeOutcome): string {
  const url = new URL(path, config.appUrl);
  url.searchParams.set("youtube", outcome);
  return `${url.pathname}${url.search}${url.hash}`;
}

async function outcomeOf(platform: Platform, fault: unknown): Promise<YoutubeOutcome> {
  const { log } = platform;
  if (fault instanceof Failure && fault.code === "YOUTUBE_QUOTA") return "quota";
  if (!(fault instanceof GoogleError)) {
    log.error({ err: fault }, "a channel could not be connected");
    return "failed";
  }
  if (fault.reason === "invalid_grant") return "stale";
  if (fault.reason === "quotaExceeded" || fault.reason === "dailyLimitExceeded") {
    await noteUsedUp(platform);
    return "quota";
  }
  if (saysNoChannel.has(fault.reason)) return "noChannel";
  const { status, reason, kind } = fault;
  log.warn({ status, reason }, "a channel could not be connected");
  return kind === "away" ? "away" : "failed";
}

async function connect(
  platform: Platform,
  google: Google,
  { userId, purpose, verifier }: ConsentRow,
  code: string,
): Promise<YoutubeOutcome> {
  const grant = await exchangeCode(google, code, platform.encryption.decrypt(verifier, verifierPurpose));
  if (!grant.scopes.includes(readScope)) {
    await giveBack(platform, userId, grant);
    return "incomplete";
  }
  let isKept = false;
  try {
    await takeUnits(platform, { userId }, unitsOf.list);
    const channel = await readOwnChannel(google, grant.accessToken);
    if (!channel) return "noChannel";
    isKept = await keep(platform, userId, { grant, channel });
    if (!isKept) return "failed";
  } finally {
    if (!isKept) await giveBack(platform, userId, grant);
  }
  platform.log.info({ userId }, "a channel was connected");
  return scopesOf[purpose].every((scope) => grant.scopes.includes(scope)) ? "connected" : "partly";
}

/** Nobody needs the new grant. Where a channel is connected it may be the same one, which would end with it. */
async function giveBack(platform: Platform, userId: string, grant: Grant): Promise<void> {
  const { accessToken, refreshToken = accessToken } = grant;
  const token = encryptTokens(platform, { accessToken, refreshToken });
  await platform.db.transaction(async (tx) => {
    // Nobody connects one meanwhile: whoever does after this finds the row.
    const isThere = await lockOwner(tx, userId);
    if (await findConnection(tx, userId)) return;
    await insertRevocation(tx, { token, userId: isThere ? userId : null });
  });
  revokeLater(platform);
}

/** False where the account was erased meanwhile, or Google gave nothing for the time after the next hour. */
async function keep(
  platform: Platform,
  userId: string,
  { grant, channel }: { grant: Grant; channel: OwnChannel },
): Promise<boolean> {
  const isKept = await platform.db.transaction(async (tx) => {
    const former = await lockConnection(tx, userId);
    if (former === undefined) return false;
    const isSame = former?.channelId === channel.id;
    const refreshToken =
      grant.refreshToken ??
      (isSame && former.tokens !== null ? openTokens(platform, former.tokens).refreshToken : undefined);
    if (refreshToken === undefined) return false;
    if (former?.tokens && !isSame)
      await insertRevocation(tx, { channelId: former.channelId, token: former.tokens });
    await dropRevocationsOf(tx, { userId, channelId: channel.id });
    await saveConnection(tx, {
      userId,
      channelId: channel.id,
      channelTitle: oneLine(channel.title),
      pictureAddress: channel.pictureAddress,
      uploadsPlaylistId: channel.uploadsPlaylistId,
      scopes: grant.scopes,
      tokens: encryptTokens(platform, { accessToken: grant.accessToken, refreshToken }),
      accessExpiresAt: grant.expiresAt,
    });
    return true;
  });
  forgetPagesOf(userId);
  if (isKept) revokeLater(platform);
  return isKept;
}
