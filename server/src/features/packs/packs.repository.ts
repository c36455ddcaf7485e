import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Art } from "#contract/design-document.ts";
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
      and(inArray(generationImages.id, ids), eq(generations.userId, userId), isNull(generations.deletedAt)),
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
  /** The art that it was made from, where that was a person's own picture in a design. */
  reference: Pick<Art & { kind: "reference" }, "id" | "crop"> | null;
}

/** As the run's design had it when it began: a run keeps no document once it is over. */
const referenceOf = sql<Lineage["reference"]>`(
  select case when document->'art'->>'kind' = 'reference' then document->'art' end
  from ${designVersions}
  where ${generations.sourceKind} = 'design' and ${designVersions.designId} = ${generations.sourceId}
    and ${designVersions.createdAt} <= ${generations.createdAt}
  order by ${designVersions.version} desc limit 1
)`;

export async function findLineages(tx: Tx, imageIds: string[]): Promise<Map<string, Lineage>> {
  if (imageIds.length === 0) return new Map();
  const rows = await tx
    .select({
      id: generationImages.id,
      runId: generations.id,
      vary: generations.vary,
      sourceImageId: generations.sourceImageId,
      reference: referenceOf,
    })
    .from(generationImages)
    .innerJoin(generations, eq(generations.id, generationImages.generationId))
    .where(inArray(generationImages.id, imageIds));
  return new Map(rows.map(({ id, ...lineage }) => [id, lineage]));
}
