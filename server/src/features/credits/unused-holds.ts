import { readShopSettings } from "#server/features/settings/settings.service.ts";
import type { Platform } from "#server/platform/platform.ts";
import { balanceOf } from "./credits.service.ts";
import { findExpiredHolds, findUnusedHold, lockUnusedHolds } from "./holds.repository.ts";
import { insufficientCredits, openHold, releaseHold } from "./holds.ts";

const lifetimeSeconds = 10 * 60;

/** Sets one generation's cost aside for the next one. Where that was done and is still unused, it changes nothing. */
export async function openUnusedHold(
  platform: Platform,
  userId: string,
): Promise<{ currentBalance: number }> {
  const { cost, minimumBalance } = await readShopSettings(platform);
  return platform.db.transaction(async (tx) => {
    await lockUnusedHolds(tx, userId);
    const unused = await findUnusedHold(tx, userId);
    if (unused && !unused.expired) return { currentBalance: await balanceOf(tx, userId) };
    if (unused) await releaseHold(tx, { unusedId: unused.id });
    const hold = await openHold(tx, { userId, amount: cost, minimum: minimumBalance, lifetimeSeconds });
    if (!hold) throw insufficientCredits(cost);
    return { currentBalance: hold.balance };
  });
}

/** Releases the unused hold. One that a generation uses ends with that alone. */
export async function releaseUnusedHold(
  platform: Platform,
  userId: string,
): Promise<{ refunded: boolean; currentBalance: number }> {
  return platform.db.transaction(async (tx) => {
    await lockUnusedHolds(tx, userId);
    const unused = await findUnusedHold(tx, userId);
    const refunded = unused ? await releaseHold(tx, { unusedId: unused.id }) : false;
    return { refunded, currentBalance: await balanceOf(tx, userId) };
  });
}

const batch = 100;

/** Releases unused holds that have expired. True when there may be more. */
export async function releaseExpiredHolds(platform: Platform): Promise<boolean> {
  const expired = await findExpiredHolds(platform.db, batch);
  for (const { id, userId } of expired) {
    await platform.db.transaction(async (tx) => {
      await lockUnusedHolds(tx, userId);
      const unused = await findUnusedHold(tx, userId);
      if (unused?.id === id && unused.expired) await releaseHold(tx, { unusedId: id });
    });
  }
  return expired.length === batch;
}
