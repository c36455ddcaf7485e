import { randomBytes } from "node:crypto";
import type { Role } from "#contract/roles.ts";
import { newId } from "#server/platform/ids.ts";
import type { Platform } from "#server/platform/platform.ts";
import { deletePicture, findUnusedPictures } from "./erasure.repository.ts";
import { insertPicture } from "./pictures.repository.ts";
import { recode } from "./recode-picture.ts";

const types: Record<string, string> = {
  jpg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  gif: "image/gif",
};

/**
 * Keeps a picture under a random name, decoded and made anew, and answers its site path. Admins' pictures go to
 * the shop's library. The file comes first: a row never names a file that is not there.
 */
export async function keepPicture(
  platform: Platform,
  viewer: { id: string; role: Role },
  bytes: Buffer,
): Promise<string> {
  const picture = await recode(bytes);
  const name = `${randomBytes(16).toString("hex")}.${picture.extension}`;
  await platform.storage.put(name, picture.bytes, types[picture.extension]!);
  const url = `/uploads/${name}`;
  try {
    await insertPicture(platform.db, {
      id: newId(),
      url,
      uploadedBy: viewer.id,
      purpose: viewer.role === "Admin" ? "library" : "profile",
      width: picture.width,
      height: picture.height,
      bytes: picture.bytes.length,
    });
  } catch (error) {
    await platform.storage.remove(name).catch(() => undefined);
    throw error;
  }
  return url;
}

/** A kept picture by its name; null for any other name, so that no other file of the store is reached. */
export async function readPicture(
  platform: Pick<Platform, "storage">,
  name: string,
): Promise<{ bytes: Buffer; mimeType: string } | null> {
  const match = /^[0-9a-f]{32}\.(jpg|png|webp|gif)$/.exec(name);
  if (!match) return null;
  const bytes = await platform.storage.get(name);
  return bytes ? { bytes, mimeType: types[match[1]!]! } : null;
}

/** Removes files, then their rows, so that a crash in between is made good by the next cleaning. */
export async function removePictures(
  platform: Pick<Platform, "db" | "storage" | "log">,
  pictures: readonly { id: string; url: string }[],
): Promise<void> {
  for (const { id, url } of pictures) {
    try {
      await platform.storage.remove(url.replace(/^\/uploads\//, ""));
      await deletePicture(platform.db, id);
    } catch (error) {
      platform.log.warn({ err: error }, "a picture could not be removed");
    }
  }
}

const batch = 100;

/** Removes profile pictures that nobody uses, a batch at a time. */
export async function removeUnusedPictures(platform: Platform): Promise<void> {
  const unused = await findUnusedPictures(platform.db, batch);
  await removePictures(platform, unused);
}
