import type { GalleryEntry, LineageStep } from "#contract/gallery.ts";
import { readDesignsWith } from "#server/features/designs/read-designs.ts";
import { readGenerationsWith } from "#server/features/generations/generations.service.ts";
import type { Platform } from "#server/platform/platform.ts";
import { findGallery, type GalleryQuery, type StepRow } from "./gallery.repository.ts";

/** A page of the person's runs and designs, in three statements however many there are and wherever they come from. */
export async function readGallery(
  platform: Platform,
  userId: string,
  query: GalleryQuery,
): Promise<{ entries: GalleryEntry[]; total: number }> {
  const { rows, total } = await findGallery(platform.db, userId, query);
  const idsOf = (kind: string) => rows.flatMap((row) => (row.kind === kind ? row.id : []));
  const [runs, designs] = await Promise.all([
    readGenerationsWith(platform, userId, idsOf("run")).then(byId),
    readDesignsWith(platform.db, userId, idsOf("design")).then(byId),
  ]);
  const entries = rows.flatMap(({ kind, id, steps }): GalleryEntry[] => {
    const lineage = steps.flatMap(stepsOf);
    const run = runs.get(id);
    if (kind === "run") return run ? [{ kind, id, lineage, run }] : [];
    const design = designs.get(id);
    return design ? [{ kind, id, lineage, design }] : [];
  });
  return { entries, total };
}

function byId<T extends { id: string }>(rows: T[]): Map<string, T> {
  return new Map(rows.map((row) => [row.id, row]));
}

function kindOf({ vary, isRetake, isSourced }: NonNullable<StepRow["run"]>) {
  if (isRetake) return "retake";
  return vary ? "variation" : isSourced ? "change" : "new";
}

/** A picture of a run, and the design on it where that was gone on from. */
function stepsOf({ run, design }: StepRow): LineageStep[] {
  const steps: LineageStep[] = [];
  if (run) {
    const kind = kindOf(run);
    const { id, title, position, instruction, vary } = run;
    const told = {
      id,
      title,
      ...(vary ? { vary } : instruction ? { instruction } : {}),
      previewUrl: `/api/generations/${id}/images/${position}/preview`,
    };
    steps.push(run.isGone ? { kind } : { kind, ...told });
  }
  if (design) {
    const { id, name: title } = design;
    const previewUrl = `/api/designs/${id}/preview`;
    steps.push(design.isGone ? { kind: "design" } : { kind: "design", id, title, previewUrl });
  }
  return steps;
}
