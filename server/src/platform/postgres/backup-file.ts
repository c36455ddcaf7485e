import { createReadStream, createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";

/**
 * A backup is a gzip'd text, one JSON value a line:
 *
 * 1. the head (`BackupHead`): what the backup was made of, and the tables in the order of their rows;
 * 2. for each table `{"table": n}`, then a line for each row: an array of the columns as PostgreSQL's text, or null;
 * 3. `{"sequences": [...]}`;
 * 4. for each uploaded file `{"file": "its/path"}`, then lines of `{"data": "base64"}`;
 * 5. `{"end": {"rows": n, "files": n}}`, by which a whole backup is told from one cut short.
 */
export type BackupHead = {
  format: "thumbsmith-backup";
  version: 1;
  createdAt: string;
  /** Drizzle's migrations applied to the database, oldest first. */
  migrations: { hash: string }[];
  tables: { schema: string; name: string; columns: string[] }[];
  /** Whether the uploaded files are in the backup. */
  files: boolean;
};

export type SequenceState = { schema: string; name: string; value: string; called: boolean };
export type BackupEnd = { rows: number; files: number };

/** Every line but a row, which stays text. */
export type BackupLine =
  | { table: number }
  | { sequences: SequenceState[] }
  | { file: string }
  | { data: string }
  | { end: BackupEnd };

/** Writes beside the file and renames at the end, so that a file of this name is always a whole backup. */
export async function writeBackupFile(file: string, lines: AsyncIterable<string>): Promise<void> {
  const partial = `${file}.partial`;
  try {
    const target = createWriteStream(partial, { mode: 0o600, flush: true });
    await pipeline(Readable.from(inChunks(lines), { objectMode: false }), createGzip({ level: 5 }), target);
    await rename(partial, file);
    if (process.platform !== "win32") await syncFolder(path.dirname(file));
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/** The lines of a backup file as text. Throws one sentence for a file that is no gzip or is cut short. */
export async function* readBackupFile(file: string): AsyncGenerator<string> {
  const source = createReadStream(file);
  const text = createGunzip();
  source.once("error", (error) => text.destroy(error));
  source.pipe(text).setEncoding("utf8");
  try {
    let rest = "";
    for await (const chunk of text) {
      const lines = `${rest}${chunk}`.split("\n");
      rest = lines.pop() ?? "";
      yield* lines;
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(
      code === "ENOENT" ? `There is no file "${file}".` : `"${file}" is no whole backup: ${message}.`,
    );
  } finally {
    source.destroy();
    text.destroy();
  }
}

async function* inChunks(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk: string[] = [];
  let length = 0;
  for await (const line of lines) {
    chunk.push(line, "\n");
    length += line.length;
    if (length < 65_536) continue;
    yield chunk.join("");
    chunk = [];
    length = 0;
  }
  if (chunk.length > 0) yield chunk.join("");
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}
