import { currentDocument } from "#contract/design-document.ts";
import type { Design } from "#contract/designs.ts";
import type { ListedDesign } from "#contract/listed-design.ts";
import type { Tx } from "#server/db/database.ts";
import { isId } from "#server/db/ids.ts";
import { failure } from "#server/platform/failure.ts";
import type { Platform } from "#server/platform/platform.ts";
import {
  type DesignQuery,
  type DesignRow,
  findDesign,
  findDesigns,
  findDesignsWith,
} from "./designs.repository.ts";

/** The person's own, without their documents. */
export async function readDesigns(
  { db }: Platform,
  userId: string,
  query: DesignQuery,
): Promise<{ designs: ListedDesign[]; total: number }> {
  const { rows, total } = await findDesigns(db, userId, query);
  return { designs: rows.map(listedOf), total };
}

/** Those of the ids that are the person's, in any order. */
export async function readDesignsWith(tx: Tx, userId: string, ids: string[]): Promise<ListedDesign[]> {
  return ids.length > 0 ? (await findDesignsWith(tx, userId, ids)).map(listedOf) : [];
}

/** Another person's design, a deleted one and one that never was are the same to the viewer. */
export async function readDesign(tx: Tx, userId: string, id: string): Promise<Design> {
  const row = isId(id) ? await findDesign(tx, userId, id) : null;
  if (!row) throw failure("NOT_FOUND");
  return { ...listedOf(row), document: currentDocument(row.document) };
}

function listedOf(row: DesignRow): ListedDesign {
  return {
    id: row.id,
    name: row.name,
    version: row.version,
    favourite: row.favourite,
    ...(row.runId ? { runId: row.runId } : {}),
    ...(row.pictureId ? { pictureId: row.pictureId } : {}),
    imageUrl: `/api/designs/${row.id}/image?format=png&version=${row.version}`,
    previewUrl: `/api/designs/${row.id}/preview?version=${row.version}`,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
