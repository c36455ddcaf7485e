import { and, eq, inArray, isNull } from "drizzle-orm";
import type { VaryChoice } from "#contract/generation-options.ts";
import type { Tx } from "#server/db/database.ts";
import { designs, designVersions } from "#server/db/tables/designs.ts";
import { generationImages, generations } from "#server/db/tables/generations.ts";

/** The person's images of runs that are not deleted. */
export async function findPackPictures(tx: Tx, userId: string, ids: string[]) {
  if (ids.length === 0) return [];
  return tx
    .select({
      id: generationImages.id,
      position: generationImages.position,
      fileKey: generationImages.fileKey,
      madeAt: generationImages.createdAt,
      runId: generations.id,
      title: generations.title,
    })
    .from(generationImages)
    .innerJoin(generations, eq(generations.id, generationImages.generationId))
    .where(
      and(
        inArray(generationImages.id, ids),
        eq(generations.userId, userId),
        isNull(generations.deletedAt),
        isNull(generationImages.freedAt),
      ),
    );
}

/** The person's designs as they are now. */
export async function findPackDesigns(tx: Tx, userId: string, ids: string[]) {
  if (ids.length === 0) return [];
  return tx
    .select({
      id: designs.id,
      name: designs.name,
      version: designs.version,
      document: designVersions.document,
      madeAt: designVersions.createdAt,
    })
    .from(designs)
    .innerJoin(
      designVersions,
      and(eq(designVersions.designId, designs.id), eq(designVersions.version, designs.version)),
    )
    .where(and(inArray(designs.id, ids), eq(designs.userId, userId), isNull(designs.deletedAt)));
}

/** Of an image, the run that it is of, and what that was to vary of which other. */
export interface Lineage {
  runId: string;
  vary: VaryChoice | null;
  sourceImageId: string | null;
}

export async function findLineages(tx: Tx, imageIds: string[]): Promise<Map<string, Lineage>> {
  if (imageIds.length === 0) return new Map();
  const rows = await tx
    .select({
      id: generationImages.id,
      runId: generations.id,
      vary: generations.vary,
      sourceImageId: generations.sourceImageId,
    })
    .from(generationImages)
    .innerJoin(generations, eq(generations.id, generationImages.generationId))
    .where(inArray(generationImages.id, imageIds));
  return new Map(rows.map(({ id, ...lineage }) => [id, lineage]));
}
