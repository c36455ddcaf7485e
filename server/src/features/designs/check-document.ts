import type { DesignDocument } from "#contract/design-document.ts";
import type { Tx } from "#server/db/database.ts";
import { isId } from "#server/db/ids.ts";
import { failure } from "#server/platform/failure.ts";
import { lockPicture } from "./design-versions.repository.ts";

/**
 * Whether the person may use what a document names; answers the picture that its art is, which is held for the
 * transaction. Another's picture, one that is gone and one that never was are the same. There are no references yet,
 * nor a brand with a logo.
 */
export async function requireParts(
  tx: Tx,
  userId: string,
  { art, layers }: DesignDocument,
): Promise<string | null> {
  if (layers.some(({ kind }) => kind === "picture") || art.kind === "reference") throw referenceNotFound();
  if (art.kind !== "picture") return null;
  await requirePicture(tx, userId, art.id);
  return art.id;
}

export async function requirePicture(tx: Tx, userId: string, id: string) {
  const picture = isId(id) ? await lockPicture(tx, userId, id) : null;
  if (!picture) throw failure("NOT_FOUND", "The picture was not found.");
  return picture;
}

export function referenceNotFound() {
  return failure("NOT_FOUND", "The reference was not found.");
}
