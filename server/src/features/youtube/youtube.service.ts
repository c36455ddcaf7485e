import type { Tx } from "#server/db/database.ts";
import { workOff } from "#server/platform/jobs.ts";
import type { Platform } from "#server/platform/platform.ts";
import { inBatches, reencryptEach } from "#server/platform/reencrypt.ts";
import { forgetPagesOf } from "./channel-pages.ts";
import {
  deleteConnection,
  findConnectionsAfter,
  findRevocations,
  forgetOwnerOfRevocations,
  insertRevocation,
  replaceRevocationToken,
  updateConnection,
} from "./connections.repository.ts";
import { findConnectionOf, findThumbnailSetsOf } from "./exported.repository.ts";
import { findGoneThumbnails, forgetThumbnail, freeThumbnailSetsOf } from "./kept-thumbnails.repository.ts";
import { reencryptTokens } from "./tokens.ts";
import { deleteUnitsOf } from "./units.repository.ts";

/** Forgets the channel; the row of the outbox has Google hear of it after the commit. */
export async function forgetChannel(tx: Tx, userId: string): Promise<void> {
  const row = await deleteConnection(tx, userId);
  if (row?.tokens) await insertRevocation(tx, { channelId: row.channelId, token: row.tokens });
  forgetPagesOf(userId);
}

export async function eraseYoutube(tx: Tx, userId: string): Promise<void> {
  await forgetChannel(tx, userId);
  await forgetOwnerOfRevocations(tx, userId);
  await deleteUnitsOf(tx, userId);
  await freeThumbnailSetsOf(tx, userId);
}

/** What the export tells: that a channel is connected, and what was set on which video. */
export async function exportYoutube(tx: Tx, userId: string) {
  const [channel = null] = await findConnectionOf(tx, userId);
  return { channel, thumbnailSets: await findThumbnailSetsOf(tx, userId) };
}

/** The job that removes former thumbnails after their time; files before rows, so that a crash is made good. */
export async function removeGoneThumbnails({
  db,
  storage,
  log,
}: Pick<Platform, "db" | "storage" | "log">): Promise<void> {
  await workOff(
    log,
    (...some) => findGoneThumbnails(db, ...some),
    async ({ id, fileKey, isFreed }) => {
      if (fileKey !== null) await storage.remove(fileKey);
      await forgetThumbnail(db, { id, isFreed });
    },
  );
}

/** Encrypts anew what lies under a former APP_SECRET, so that it can be dropped. */
export async function reencryptYoutubeTokens(platform: Platform): Promise<void> {
  const { db, log } = platform;
  const words = { one: "a channel's tokens", many: "channels' tokens" };
  const reencrypt = async (sealed: string, replace: (fresh: string) => Promise<unknown>) => {
    const fresh = reencryptTokens(platform, sealed);
    return fresh !== null && replace(fresh);
  };
  const connections = inBatches((...some) => findConnectionsAfter(db, ...some), "userId");
  await reencryptEach(log, { ...words, id: ["userId", "userId"] }, connections, (row) =>
    reencrypt(row.tokens!, (tokens) => updateConnection(db, row, { tokens })),
  );
  const revocations = await findRevocations(db);
  await reencryptEach(log, { ...words, id: ["revocation", "id"] }, revocations, (row) =>
    reencrypt(row.token, (token) => replaceRevocationToken(db, row, token)),
  );
}
