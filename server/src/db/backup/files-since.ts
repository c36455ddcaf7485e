import type pg from "pg";

/** The files that rows of each table name, and what the shop makes of them under names of its own but small pictures. */
export const filesOf: Record<string, string> = {
  media: "select substr(url, length('/uploads/') + 1) from media where starts_with(url, '/uploads/')",
  generation_images: "select file_key from generation_images",
  member_references: `select unnest(array[file_key, 'references/' || right(id, 2) || '/' || id || '-model.jpg'])
    from member_references`,
  design_versions: `select 'designs/' || right(id, 2) || '/' || id || ending
    from design_versions, unnest(array['.png', '.jpg']) ending`,
  ticket_attachments: "select file_key from ticket_attachments",
  video_thumbnails: "select file_key from video_thumbnails",
  youtube_thumbnail_sets:
    "select former_file_key from youtube_thumbnail_sets where former_file_key is not null",
  unclaimed_files: "select key from unclaimed_files",
};

/** The replaced shop's files stay so long: somebody may want its own backup back, which holds none that lie in S3. */
export const keptDays = 30;

/** Inside the restoring transaction, before the replaced tables go. */
export async function noteReplacedFiles(client: pg.Client): Promise<void> {
  await client.query("create temp table replaced_files (key text not null) on commit drop");
  await client.query("savepoint replaced");
  try {
    for (const query of await queriesOf(client))
      await client.query(`insert into replaced_files (key) ${query}`);
  } catch {
    // A database that is damaged, or that another program made, is replaced all the same.
    await client.query("rollback to savepoint replaced");
  }
}

/**
 * Has the files removed that only the replaced database named, by the job that removes what nobody claims; answers how many.
 * What a run under way stores once it is taken up again has the names of what the replaced shop stored of it.
 */
export async function giveUpReplacedFiles(client: pg.Client): Promise<number> {
  const queries = await queriesOf(client);
  const { rows } = await client.query("select to_regclass('public.unclaimed_files') as name");
  if (rows[0].name === null) return 0;
  const { rowCount } = await client.query(
    `insert into unclaimed_files (key, removable_at)
     select key, now() + make_interval(days => $1)
     from (select key from replaced_files except (${queries.join(" union all ")})) gone
     where not exists (
       select from generations where stage in ('queued', 'generating')
         and starts_with(key, 'generations/' || right(id, 2) || '/' || id || '-'))`,
    [keptDays],
  );
  return rowCount ?? 0;
}

/** Of the tables that the database has: those of an older release lack some. */
async function queriesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relname = any($1)",
    [Object.keys(filesOf)],
  );
  return rows.map(({ name }) => filesOf[name]!);
}
