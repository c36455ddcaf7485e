import type { Tx } from "#server/db/database.ts";
import { media } from "#server/db/tables/content.ts";

export async function insertPicture(tx: Tx, picture: typeof media.$inferInsert): Promise<void> {
  await tx.insert(media).values(picture);
}
