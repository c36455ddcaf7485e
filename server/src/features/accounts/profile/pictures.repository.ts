import { and, eq, exists, isNull, not, notInArray, sql, sum } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { media } from "#server/db/tables/content.ts";
import { users } from "#server/db/tables/users.ts";

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

/** Own pictures of a person, not the ones that they put into the shop's library. */
export async function findPicturesOf(
  tx: Tx,
  userId: string,
  except: string[],
  limit: number,
): Promise<{ id: string; url: string }[]> {
  return tx
    .select({ id: media.id, url: media.url })
    .from(media)
    .where(and(eq(media.uploadedBy, userId), eq(media.purpose, "profile"), notInArray(media.id, except)))
    .limit(limit);
}

const isSomebodysPhoto = (tx: Tx) =>
  exists(tx.select({ id: users.id }).from(users).where(eq(users.profileUrl, media.url)));

/**
 * Profile pictures that were uploaded a day ago or longer and are nobody's photo: never saved, or replaced since.
 * Erased people's are among them, should their files have outlived a crash of the erasing process.
 */
export async function findUnusedPictures(
  tx: Tx,
  except: string[],
  limit: number,
): Promise<{ id: string; url: string }[]> {
  return tx
    .select({ id: media.id, url: media.url })
    .from(media)
    .where(
      and(
        eq(media.purpose, "profile"),
        isNull(media.deletedAt),
        not(isSomebodysPhoto(tx)),
        notInArray(media.id, except),
        sql`${media.createdAt} < now() - interval '1 day'`,
      ),
    )
    .orderBy(media.createdAt)
    .limit(limit);
}

export async function deletePicture(tx: Tx, id: string): Promise<boolean> {
  await tx.delete(media).where(eq(media.id, id));
  return true;
}

/**
 * Unless it is somebody's photo by now: false. Asked a second time under the row's lock, by which whoever makes it theirs takes
 * hold of it.
 */
export async function deleteUnusedPicture(tx: Tx, id: string): Promise<boolean> {
  const isIt = eq(media.id, id);
  await tx.select({ id: media.id }).from(media).where(isIt).for("update");
  const gone = await tx
    .delete(media)
    .where(and(isIt, not(isSomebodysPhoto(tx))))
    .returning({ id: media.id });
  return gone.length > 0;
}
