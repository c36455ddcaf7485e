import type { Platform } from "#server/platform/platform.ts";
import { removePicture } from "#server/platform/previews.ts";

export type DrawnFormat = "png" | "jpeg";

const endings = { png: "png", jpeg: "jpg" };

/** By the version's row: its number comes back with a restored backup, for another document maybe. */
export function fileKeyOf(versionId: string, format: DrawnFormat): string {
  return `designs/${versionId.slice(-2)}/${versionId}.${endings[format]}`;
}

/** Removes what was drawn of a version. */
export async function removeDrawings(
  { storage }: Pick<Platform, "storage">,
  versionId: string,
): Promise<void> {
  await removePicture(storage, fileKeyOf(versionId, "png"));
  await storage.remove(fileKeyOf(versionId, "jpeg"));
}
