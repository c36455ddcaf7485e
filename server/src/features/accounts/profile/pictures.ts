import { randomBytes } from "node:crypto";
import type { PreviewWidth } from "#contract/previews.ts";
import type { Role } from "#contract/roles.ts";
import { pictureQuotaBytes, pictureQuotaExceeded } from "#contract/uploads.ts";
import type { Tx } from "#server/db/database.ts";
import { newId } from "#server/db/ids.ts";
import { lockOwner } from "#server/db/lock-owner.ts";
import { holdPictures } from "#server/features/content/media.service.ts";
import { failure } from "#server/platform/failure.ts";
import { workOff } from "#server/platform/jobs.ts";
import type { Platform } from "#server/platform/platform.ts";
import { type ReadPicture, readPreview, removePicture } from "#server/platform/previews.ts";
import { type Accepted, pictureTypes, recode } from "#server/platform/recode-picture.ts";
import { keyOfUpload, uploadName } from "#server/platform/storage.ts";
import { giveUpFiles, storeFiles } from "#server/platform/unclaimed-files.ts";
import {
  bytesOfPictures,
  deletePicture,
  deleteUnusedPicture,
  findPicturesOf,
  findUnusedPictures,
  insertPicture,
} from "./pictures.repository.ts";

const accepted: Accepted = {
  extensions: ["jpg", "png", "webp", "gif"],
  longestSide: 4096,
  animated: true,
  unsupported: () => "Please upload a JPEG, PNG, WebP or GIF image.",
};

/**
 * Keeps a picture under a random name, decoded and made anew, and answers its site path. Admins' pictures go to
 * the shop's library, until one is saved as a photo.
 */
export async function savePicture(
  platform: Platform,
  viewer: { id: string; role: Role },
  bytes: Buffer,
): Promise<string> {
  const picture = await recode(bytes, accepted);
  const purpose = viewer.role === "Admin" ? "library" : "profile";
  if (purpose === "profile") await requireQuota(platform, viewer.id, picture.bytes.length);
  const name = `${randomBytes(16).toString("hex")}.${picture.extension}`;
  const url = `/uploads/${name}`;
  const file = { key: name, bytes: picture.bytes, mimeType: pictureTypes[picture.extension] };
  await storeFiles(platform, [file], async (tx) => {
    if (!(await lockOwner(tx, viewer.id, "share"))) throw failure("UNAUTHENTICATED");
    await insertPicture(tx, {
      id: newId(),
      url,
      uploadedBy: viewer.id,
      purpose,
      width: picture.width,
      height: picture.height,
      bytes: picture.bytes.length,
    });
  });
  return url;
}

/** Uploads of a person come one after the other in a process, so that several processes let through a few too many. */
async function requireQuota({ db }: Platform, userId: string, bytes: number): Promise<void> {
  if ((await bytesOfPictures(db, userId)) + bytes > pictureQuotaBytes)
    throw failure("TOO_LARGE", pictureQuotaExceeded);
}

/**
 * Keeps an upload that somebody makes their photo from being removed as unused until the transaction's end; false where it is
 * gone.
 */
export async function holdPhoto(tx: Tx, url: string | null | undefined): Promise<boolean> {
  return !url || keyOfUpload(url) === null || (await holdPictures(tx, url, "anywhere")).length > 0;
}

/**
 * A kept picture by its name, or a small version of it; null for any other name, so that no other file of the store is
 * reached.
 */
export async function readPicture(
  platform: Pick<Platform, "storage" | "log">,
  name: string,
  width?: PreviewWidth,
): Promise<ReadPicture | null> {
  const match = uploadName.exec(name);
  if (!match) return null;
  const mimeType = pictureTypes[match[1] as keyof typeof pictureTypes];
  if (width) return readPreview(platform, { fileKey: name, mimeType }, width);
  const bytes = await platform.storage.get(name);
  return bytes && { bytes, mimeType };
}

/** Removes an erased person's own pictures. What fails goes with the unused ones, which they are now, or the unclaimed. */
export async function removePicturesOf(platform: Cleaning, userId: string): Promise<void> {
  await workOff(
    platform.log,
    (...some) => findPicturesOf(platform.db, userId, ...some),
    (found) => remove(platform, found, (tx) => deletePicture(tx, found.id)),
  );
}

/** Removes profile pictures that nobody uses. */
export async function removeUnusedPictures(platform: Cleaning): Promise<void> {
  await workOff(
    platform.log,
    (...some) => findUnusedPictures(platform.db, ...some),
    (found) => remove(platform, found, (tx) => deleteUnusedPicture(tx, found.id)),
  );
}

type Cleaning = Pick<Platform, "db" | "storage" | "log">;

async function remove(
  { db, storage }: Cleaning,
  { url }: { url: string },
  deleteRow: (tx: Tx) => Promise<boolean>,
): Promise<void> {
  const key = keyOfUpload(url);
  const isGone = await db.transaction(async (tx) => {
    if (!(await deleteRow(tx))) return false;
    await giveUpFiles(tx, key ? [key] : []);
    return true;
  });
  if (isGone && key) await removePicture(storage, key);
}
