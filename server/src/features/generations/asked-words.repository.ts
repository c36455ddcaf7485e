import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#server/db/database.ts";
import { generationImages, generations, spellingChecks } from "#server/db/tables/generations.ts";
import type { Asked } from "./compare-words.ts";

/** What a picture was to say, as far as that was looked at. */
export async function findTitleOf(tx: Tx, imageId: string): Promise<string | undefined> {
  const isItsCheck = and(
    eq(spellingChecks.generationId, generationImages.generationId),
    eq(spellingChecks.position, generationImages.position),
  );
  const [row] = await tx
    .select({ title: spellingChecks.title })
    .from(generationImages)
    .innerJoin(spellingChecks, isItsCheck)
    .where(eq(generationImages.id, imageId));
  return row?.title;
}

/** Of changes that were made of each other, so many are looked through. */
const mostChanges = 50;

/**
 * What the person asked for beside the title, of this run and of those that its picture was made from. The title that a
 * change was given counts as well, as the model may have lettered that. A free take was to say its title and nothing else.
 */
export async function findAsked(tx: Tx, generationId: string): Promise<Asked> {
  const columns = sql`g.id, g.title, g.source_image_id, g.retake, g.custom_prompt, g.enhanced_prompt, g.instruction`;
  const { rows } = await tx.execute<{ prompts: string[]; change: string }>(sql`
    with recursive asked as (
      select ${columns}, 1 as step from ${generations} g where g.id = ${generationId}
      union all
      select ${columns}, a.step + 1 from asked a
      join ${generationImages} i on i.id = a.source_image_id
      join ${generations} g on g.id = i.generation_id
      where not a.retake and a.step < ${mostChanges}
    )
    select array[custom_prompt, enhanced_prompt, instruction, case when step = 1 and source_image_id is not null then title end]
      as prompts, instruction as change
    from asked`);
  return {
    prompts: rows.flatMap(({ prompts }) => prompts.filter(Boolean)),
    changes: rows.flatMap(({ change }) => change || []),
  };
}
