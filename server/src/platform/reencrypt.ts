import type { Log } from "./log.ts";

const batch = 100;

/** All rows of a table that is read from one key to the next. */
export async function* inBatches<Key extends string, Row extends Record<Key, string>>(
  find: (after: string, limit: number) => Promise<Row[]>,
  key: Key,
): AsyncGenerator<Row> {
  for (let after = ""; ; ) {
    const rows = await find(after, batch);
    yield* rows;
    if (rows.length < batch) return;
    after = rows.at(-1)![key];
  }
}

/** As the log names them, by a column of theirs. */
interface Naming<Row> {
  one: string;
  many: string;
  id: readonly [name: string, column: keyof Row];
}

/**
 * Encrypts anew what a former APP_SECRET sealed, so that it can be dropped; logs what no secret opens. `reencrypt` answers
 * false where nothing was to be done. Answers how many were.
 */
export async function reencryptEach<Row>(
  log: Log,
  { one, many, id: [name, column] }: Naming<Row>,
  rows: Iterable<Row> | AsyncIterable<Row>,
  reencrypt: (row: Row) => Promise<unknown>,
): Promise<number> {
  let reencrypted = 0;
  for await (const row of rows) {
    try {
      if ((await reencrypt(row)) !== false) reencrypted += 1;
    } catch (error) {
      log.error({ err: error, [name]: row[column] }, `${one} cannot be opened with the APP_SECRET given`);
    }
  }
  if (reencrypted > 0) log.info({ reencrypted }, `${many} were sealed anew under the present APP_SECRET`);
  return reencrypted;
}
