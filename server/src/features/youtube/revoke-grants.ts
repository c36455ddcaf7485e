import { workOff } from "#server/platform/jobs.ts";
import type { Platform } from "#server/platform/platform.ts";
import { GoogleError } from "#server/providers/youtube/google.ts";
import { revokeGrant } from "#server/providers/youtube/oauth.ts";
import {
  deleteRevocation,
  findDueRevocations,
  isToBeRevoked,
  postponeRevocation,
  type RevocationRow,
} from "./connections.repository.ts";
import { findGoogle, openTokens } from "./tokens.ts";

/** The job that takes grants back; woken when there is one. */
export const revocationsJob = "youtube-revocations";

/** After the commit that made the row. */
export const revokeLater = ({ jobs }: Pick<Platform, "jobs">): void => jobs.wake(revocationsJob);

/** Hourly, a good week. */
const mostAttempts = 200;

/** Takes grants back at Google, until Google has answered. */
export async function revokeGrants(platform: Platform): Promise<void> {
  const google = findGoogle(platform);
  if (!google) return;
  await workOff(
    platform.log,
    (...some) => findDueRevocations(platform.db, ...some),
    async (row) => {
      // Asked anew: a channel that was connected since would end with it.
      if (!(await isToBeRevoked(platform.db, row.id))) return;
      const token = tokenOf(platform, row);
      if (token === null) return putOff(platform, row);
      try {
        await revokeGrant(google, token);
        await deleteRevocation(platform.db, row.id);
      } catch (error) {
        if (!(error instanceof GoogleError)) throw error;
        const { status, reason } = error;
        platform.log.warn({ status, reason, attempts: row.attempts }, "Google took a grant not back yet");
        await putOff(platform, row);
      }
    },
  );
}

async function putOff({ db, log }: Platform, { id, attempts }: RevocationRow): Promise<void> {
  if (attempts < mostAttempts) return postponeRevocation(db, id);
  log.error({ attempts }, "a grant of YouTube was given up: it stands until its owner ends it at Google");
  await deleteRevocation(db, id);
}

/** Null where no APP_SECRET opens it, as long as a wrong one is set. */
function tokenOf(platform: Platform, { token }: RevocationRow): string | null {
  try {
    return openTokens(platform, token).refreshToken;
  } catch (error) {
    platform.log.error({ err: error }, "a grant of YouTube cannot be opened with the APP_SECRET given");
    return null;
  }
}
