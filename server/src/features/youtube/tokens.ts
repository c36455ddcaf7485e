import { youtubeCallback } from "#contract/youtube.ts";
import { failure } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import type { Google } from "#server/providers/youtube/google.ts";

const tokensPurpose = "youtube-tokens";

export interface Tokens {
  accessToken: string;
  refreshToken: string;
}

type Needs = Pick<Platform, "encryption">;

export const encryptTokens = ({ encryption }: Needs, tokens: Tokens): string =>
  encryption.encrypt(JSON.stringify(tokens), tokensPurpose);

/** Throws where no known APP_SECRET opens them. */
export const openTokens = ({ encryption }: Needs, sealed: string): Tokens =>
  JSON.parse(encryption.decrypt(sealed, tokensPurpose)) as Tokens;

/** The same under the present secret, or null where they lie under that already. */
export const reencryptTokens = ({ encryption }: Needs, sealed: string): string | null =>
  encryption.reencrypt(sealed, tokensPurpose);

/** Null where the shop has no client at Google. */
export function findGoogle({ config: { youtube, appUrl } }: Pick<Platform, "config">): Google | null {
  const { client } = youtube;
  return client ? { config: { ...youtube, client }, redirectUri: `${appUrl}${youtubeCallback.path}` } : null;
}

export function requireGoogle(platform: Pick<Platform, "config">): Google {
  const google = findGoogle(platform);
  if (!google) throw failure("NOT_FOUND", "This shop does not connect YouTube channels.");
  return google;
}
