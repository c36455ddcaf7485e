import type { YoutubePurpose } from "#contract/youtube.ts";
import { shareUnderWay } from "#server/platform/concurrency.ts";
import type { Platform } from "#server/platform/platform.ts";
import { type OwnChannel, readOwnChannel, unitsOf } from "#server/providers/youtube/data-api.ts";
import { type Google, GoogleError } from "#server/providers/youtube/google.ts";
import { readScope, refreshAccess, uploadScope } from "#server/providers/youtube/oauth.ts";
import { type ConnectionRow, findConnection, updateConnection } from "./connections.repository.ts";
import {
  accessEnded,
  channelIsGone,
  listNotGranted,
  notConnected,
  refusalOf,
  setNotGranted,
} from "./refusals.ts";
import { encryptTokens, openTokens, requireGoogle, type Tokens } from "./tokens.ts";
import { takeUnits } from "./units.ts";

/** What the shop may do with a member's channel. */
export interface ChannelAccess {
  google: Google;
  channel: ConnectionRow;
  /** Makes one call of the Data API, with its units counted; throws what the member is to be told. */
  call<Answer>(units: number, work: (accessToken: string) => Promise<Answer>): Promise<Answer>;
  /** Ends the connection; what the member is to be told. */
  lose(): Promise<Error>;
}

/** So long before its end a token is renewed, in milliseconds. */
const marginMs = 60_000;

export async function openChannel(
  platform: Platform,
  userId: string,
  purpose: YoutubePurpose,
): Promise<ChannelAccess> {
  const google = requireGoogle(platform);
  const channel = await requireConnection(platform, userId);
  if (!channel.scopes.includes(readScope)) throw listNotGranted();
  if (purpose === "set" && !channel.scopes.includes(uploadScope)) throw setNotGranted();
  return {
    google,
    channel,
    call: (units, work) => callChannel(platform, google, userId, { units, work }),
    async lose() {
      const row = await findConnection(platform.db, userId);
      if (row?.channelId === channel.channelId) await end(platform, row);
      return channelIsGone();
    },
  };
}

/** The channel as Google tells it now. One that was deleted there ends the connection. */
export async function requireChannel({ google, channel, call, lose }: ChannelAccess): Promise<OwnChannel> {
  const found = await call(unitsOf.list, (token) => readOwnChannel(google, token));
  if (found?.id === channel.channelId) return found;
  throw await lose();
}

async function requireConnection({ db }: Platform, userId: string): Promise<ConnectionRow> {
  const row = await findConnection(db, userId);
  if (!row) throw notConnected();
  if (row.endedAt || row.tokens === null) throw accessEnded();
  return row;
}

async function callChannel<Answer>(
  platform: Platform,
  google: Google,
  userId: string,
  { units, work }: { units: number; work: (accessToken: string) => Promise<Answer> },
): Promise<Answer> {
  let row = await requireConnection(platform, userId);
  let tokens = openOrEnd(platform, row);
  if (row.accessExpiresAt.getTime() - marginMs < Date.now())
    [row, tokens] = await renewOnce(platform, google, row, tokens);
  await takeUnits(platform, row, units);
  try {
    return await work(tokens.accessToken);
  } catch (error) {
    if (!(error instanceof GoogleError)) throw error;
    if (error.status !== 401 || error.reason === "youtubeSignupRequired")
      throw await refuse(platform, row, error, units);
  }
  // Refused before it had an effect, so that it may be made again.
  [row, tokens] = await renewOnce(platform, google, row, tokens);
  await takeUnits(platform, row, units);
  try {
    return await work(tokens.accessToken);
  } catch (error) {
    if (!(error instanceof GoogleError)) throw error;
    if (error.status === 401) throw await end(platform, row);
    throw await refuse(platform, row, error, units);
  }
}

/** Google's refusal in the shop's words. One that ends the connection, or a part of it, is noted. */
async function refuse(
  platform: Platform,
  row: ConnectionRow,
  error: GoogleError,
  units: number,
): Promise<Error> {
  // Nobody knows whether it had an effect: who asks has to find that out.
  if (error.kind !== "refused") return error;
  const isSetting = units === unitsOf.setThumbnail;
  const refusal = await refusalOf(platform, error, isSetting);
  if (error.reason === "insufficientPermissions") {
    const lacking = isSetting ? uploadScope : readScope;
    const scopes = row.scopes.filter((scope) => scope !== lacking);
    await updateConnection(platform.db, row, { scopes });
  } else if (refusal.code === "YOUTUBE_NOT_CONNECTED") await end(platform, row);
  return refusal;
}

async function end(platform: Platform, row: ConnectionRow): Promise<Error> {
  await updateConnection(platform.db, row, { tokens: null, endedAt: new Date() });
  platform.log.info({ userId: row.userId }, "the access to a channel has ended");
  return accessEnded();
}

function openOrEnd(platform: Platform, row: ConnectionRow): Tokens {
  try {
    return openTokens(platform, row.tokens!);
  } catch (error) {
    platform.log.error(
      { err: error, userId: row.userId },
      "a channel's tokens cannot be opened with the APP_SECRET given",
    );
    throw accessEnded();
  }
}

/**
 * With these no renewal will ever succeed: the grant was withdrawn, or was given to another OAuth client than the shop has
 * now. A client that Google does not take (invalid_client) says nothing of the grant.
 */
const endsGrant = new Set(["invalid_grant", "unauthorized_client"]);

const shareRenewal = shareUnderWay<[ConnectionRow, Tokens]>();

/** Several calls of one member at once cause one renewal in this process. */
const renewOnce = (...[platform, google, row, tokens]: Parameters<typeof renew>) =>
  shareRenewal(row.tokens!, () => renew(platform, google, row, tokens));

/** Two processes may do so at once: Google gives each a token, and the first one's is kept. */
async function renew(
  platform: Platform,
  google: Google,
  row: ConnectionRow,
  { refreshToken }: Tokens,
): Promise<[ConnectionRow, Tokens]> {
  const grant = await refreshAccess(google, refreshToken).catch(async (error: GoogleError) => {
    if (endsGrant.has(error.reason)) return null;
    throw error.kind === "refused" ? await refusalOf(platform, error, false) : error;
  });
  if (grant === null) {
    const isEnded = await updateConnection(platform.db, row, { tokens: null, endedAt: new Date() });
    if (isEnded) platform.log.info({ userId: row.userId }, "the access to a channel has ended");
    // Connected anew meanwhile, or renewed by another process.
    const present = isEnded ? null : await requireConnection(platform, row.userId);
    if (!present) throw accessEnded();
    return [present, openOrEnd(platform, present)];
  }
  const tokens = { accessToken: grant.accessToken, refreshToken: grant.refreshToken ?? refreshToken };
  const changes = {
    tokens: encryptTokens(platform, tokens),
    accessExpiresAt: grant.expiresAt,
    scopes: grant.scopes,
  };
  if (await updateConnection(platform.db, row, changes)) return [{ ...row, ...changes }, tokens];
  const present = await requireConnection(platform, row.userId);
  return [present, openOrEnd(platform, present)];
}
