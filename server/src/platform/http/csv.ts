import { Readable } from "node:stream";
import { stringify } from "csv-stringify/sync";
import type { FastifyReply } from "fastify";

/** A title, and what of a row stands below it. */
export type CsvColumn<Row> = [title: string, read: (row: Row) => string | number | null];

/**
 * Rows as CSV in UTF-8 with a byte order mark (spreadsheets ask for it), part by part. A text that a spreadsheet would run
 * as a formula gets an apostrophe in front.
 */
export async function* csvOf<Row>(
  columns: readonly CsvColumn<Row>[],
  parts: Iterable<Row[]> | AsyncIterable<Row[]>,
  cast: { number?: (value: number) => string } = {},
): AsyncGenerator<string> {
  const form = { record_delimiter: "windows", escape_formulas: true, cast } as const;
  yield stringify([columns.map(([title]) => title)], { ...form, bom: true });
  for await (const rows of parts)
    if (rows.length > 0)
      yield stringify(
        rows.map((row) => columns.map(([, read]) => read(row))),
        form,
      );
}

export function sendCsv(reply: FastifyReply, name: string, lines: AsyncIterable<string>): void {
  reply
    .header("content-disposition", `attachment; filename="${name}.csv"`)
    .header("cache-control", "no-store")
    .type("text/csv; charset=utf-8")
    .send(Readable.from(lines));
}
