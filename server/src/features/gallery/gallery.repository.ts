import { type SQL, sql } from "drizzle-orm";
import { longestLineage } from "#contract/gallery.ts";
import type { VaryChoice } from "#contract/generation-options.ts";
import type { Tx } from "#server/db/database.ts";
import { contains, limitOf, type PageQuery } from "#server/db/paging.ts";

export interface GalleryQuery extends PageQuery {
  sort?: "createdAt" | "updatedAt" | undefined;
  order?: "asc" | "desc" | undefined;
  q?: string | undefined;
  kind?: "run" | "design" | undefined;
  favourite?: boolean | undefined;
  kept?: boolean | undefined;
  niche?: string | undefined;
  style?: string | undefined;
}

/** A picture on the way to an entry, with its run, and the design on it that was gone on from. */
export interface StepRow {
  run: {
    id: string;
    title: string;
    position: number;
    isSourced: boolean;
    isRetake: boolean;
    instruction: string;
    vary: VaryChoice | null;
    isGone: boolean;
  } | null;
  design: { id: string; name: string; isGone: boolean } | null;
}

export interface EntryRow {
  kind: "run" | "design";
  id: string;
  /** The oldest first. */
  steps: StepRow[];
}

/**
 * A page of the person's runs and designs with what each was made from, and how many there are. Without runs that
 * failed: they made nothing to look at.
 */
export async function findGallery(
  tx: Tx,
  userId: string,
  query: GalleryQuery,
): Promise<{ rows: EntryRow[]; total: number }> {
  const parts = [
    ...(query.kind === "design" ? [] : [runsOf(userId, query)]),
    ...(query.kind === "run" || query.kept !== undefined ? [] : [designsOf(userId, query)]),
  ];
  if (parts.length === 0) return { rows: [], total: 0 };
  const { limit, offset } = limitOf(query);
  const direction = sql.raw(query.order === "asc" ? "asc" : "desc");
  const { rows } = await tx.execute<{ total: number; rows: EntryRow[] }>(sql`
    with recursive entries as materialized (${sql.join(parts, sql` union all `)}),
    page as (
      select * from entries order by at ${direction}, id ${direction} limit ${limit} offset ${offset}
    ),
    ${lineages}
    select (select count(*)::int from entries) as total,
      (
        select coalesce(json_agg(json_build_object('kind', kind, 'id', id, 'steps', coalesce(steps, '[]'))
          order by at ${direction}, id ${direction}), '[]')
        from page left join lineages using (kind, id)
      ) as rows`);
  return rows[0]!;
}

function runsOf(userId: string, { favourite, kept, niche, style, q }: GalleryQuery): SQL {
  return sql`select 'run' as kind, g.id, g.created_at as at from generations g
    where ${all(
      // As the index says it: PostgreSQL takes no other words for the same.
      sql`g.user_id = ${userId} and g.deleted_at is null and g.stage <> 'failed'`,
      favourite !== undefined && sql`g.favourite = ${favourite}`,
      kept !== undefined && sql`(g.kept is not null) = ${kept}`,
      niche && sql`g.niche = ${niche}`,
      style && sql`g.style = ${style}`,
      q && contains(sql`g.title`, q),
    )}`;
}

function designsOf(userId: string, { sort, favourite, niche, style, q }: GalleryQuery): SQL {
  const at = sort === "updatedAt" ? sql`d.updated_at` : sql`d.created_at`;
  const isOfGeneration = sql`exists (
    select from design_versions v
    join generation_images i on i.id = v.picture_id
    join generations g on g.id = i.generation_id
    where ${all(
      sql`v.design_id = d.id and v.version = d.version`,
      niche && sql`g.niche = ${niche}`,
      style && sql`g.style = ${style}`,
    )}
  )`;
  return sql`select 'design' as kind, d.id, ${at} as at from designs d
    where ${all(
      sql`d.user_id = ${userId} and d.deleted_at is null`,
      favourite !== undefined && sql`d.favourite = ${favourite}`,
      (niche || style) && isOfGeneration,
      q && contains(sql`d.name`, q),
    )}`;
}

function all(...conditions: (SQL | "" | false | undefined)[]): SQL {
  return sql.join(
    conditions.filter((condition) => condition instanceof Object),
    sql` and `,
  );
}

/**
 * From each entry of the page back: the picture that it was made from, that picture's run, what that was made from, and
 * so on. Sources are always the person's own.
 */
const lineages = sql`steps as (
  select page.kind, page.id, 0 as depth,
    coalesce(g.source_image_id, v.picture_id) as image_id,
    case g.source_kind when 'design' then g.source_id end as design_id
  from page
  left join generations g on page.kind = 'run' and g.id = page.id
  left join designs d on page.kind = 'design' and d.id = page.id
  left join design_versions v on v.design_id = d.id and v.version = d.version
  where g.source_kind is not null or v.picture_id is not null
  union all
  select steps.kind, steps.id, depth + 1, g.source_image_id,
    case g.source_kind when 'design' then g.source_id end
  from steps
  join generation_images i on i.id = steps.image_id
  join generations g on g.id = i.generation_id
  where g.source_kind is not null and depth + 1 < ${longestLineage}
),
lineages as (
  select steps.kind, steps.id, json_agg(json_build_object(
    'run', case when g.id is not null then json_build_object('id', g.id, 'title', g.title,
      'position', i.position, 'isSourced', g.source_kind is not null, 'isRetake', g.retake, 'instruction', g.instruction,
      'vary', g.vary, 'isGone', g.deleted_at is not null) end,
    'design', case when steps.design_id is not null then json_build_object('id', d.id, 'name', d.name,
      'isGone', d.id is null or d.deleted_at is not null) end
  ) order by depth desc) as steps
  from steps
  left join generation_images i on i.id = steps.image_id
  left join generations g on g.id = i.generation_id
  left join designs d on d.id = steps.design_id
  group by steps.kind, steps.id
)`;
