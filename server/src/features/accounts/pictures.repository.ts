import { and, eq, isNull, sum } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { media } from "#server/db/tables/content.ts";

/** How much the pictures of a person take up that are no part of the shop's library. */
export async function bytesOfPictures(tx: Tx, userId: string): Promise<number> {
  const [row] = await tx
    .select({ bytes: sum(media.bytes).mapWith(Number) })
    .from(media)
    .where(and(eq(media.uploadedBy, userId), eq(media.purpose, "profile"), isNull(media.deletedAt)));
  return row?.bytes ?? 0;
}

export async function insertPicture(tx: Tx, picture: typeof media.$inferInsert): Promise<void> {
  await tx.insert(media).values(picture);
}
