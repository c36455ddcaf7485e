import { createReadStream } from "node:fs";
import { open, rm } from "node:fs/promises";
import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { createTarDecoder, createTarPacker } from "modern-tar";
import { renameDurably } from "#server/durable-files.ts";

/**
 * A backup is a gzip'd tar:
 *
 * 1. `manifest.json`: what the backup was made of (`Manifest`);
 * 2. `tables/SCHEMA.NAME.csv`: a table as `COPY … TO` writes it, with its columns in the first line;
 * 3. `uploads/…`: the uploaded files, unless they lie in S3;
 * 4. `end.json`: what was saved (`BackupEnd`), by which a whole backup is told from one that misses entries.
 */
export type Manifest = {
  format: "thumbsmith-backup";
  version: 1;
  createdAt: string;
  /** Drizzle's migrations applied to the database, oldest first. */
  migrations: { hash: string }[];
  sequences: { schema: string; name: string; value: string }[];
  /** Whether the uploaded files are in the backup. */
  uploads: boolean;
};

export type BackupEnd = { rows: number; files: number };

/** A tar tells an entry's size before its content. */
export type NewEntry = { name: string; size: number; body: Readable };
export type Entry = { name: string; body: Readable };

export function jsonEntry(name: string, value: Manifest | BackupEnd): NewEntry {
  const text = Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
  return { name, size: text.length, body: Readable.from([text]) };
}

/** Writes beside the file and renames at the end, so that a file of this name is always a whole backup. */
export async function writeArchive(file: string, entries: AsyncIterable<NewEntry>): Promise<void> {
  const partial = `${file}.partial`;
  const opened = await open(partial, "w", 0o600).catch(({ code }: NodeJS.ErrnoException) => {
    throw new Error(
      `"${file}" cannot be written (${code}): name a file in a folder that is there and takes files of this user's.`,
    );
  });
  const { readable, controller } = createTarPacker();
  const pack = async () => {
    for await (const { name, size, body } of entries) {
      await pipeline(body, Writable.fromWeb(controller.add({ name, size, mode: 0o600 })));
    }
    controller.finalize();
  };
  try {
    const target = opened.createWriteStream({ flush: true });
    const written = pipeline(readable, createGzip({ level: 5 }), target);
    await Promise.all([written, pack().catch((error) => target.destroy(error))]);
    await renameDurably(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/**
 * The files in a backup, in their order; each is read to its end before the next. Throws one sentence for a file that
 * is no gzip'd tar or is cut short.
 */
export async function* readArchive(file: string): AsyncGenerator<Entry> {
  const { readable, writable } = createTarDecoder({ strict: true });
  const end = new AbortController();
  const unpacked = pipeline(createReadStream(file), createGunzip(), Writable.fromWeb(writable), {
    signal: end.signal,
  }).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error,
  );
  const explained = async function* <T>(parts: AsyncIterable<T>): AsyncGenerator<T> {
    try {
      yield* parts;
    } catch (error) {
      const { code, message } = (await unpacked) ?? (error as NodeJS.ErrnoException);
      if (code === "ENOENT") throw new Error(`There is no file "${file}".`);
      if (code && ["EACCES", "EPERM", "EISDIR"].includes(code))
        throw new Error(`"${file}" cannot be read by this user (${code}).`);
      throw new Error(`"${file}" is no whole backup: ${message}.`);
    }
  };
  try {
    for await (const { header, body } of explained(readable)) {
      if (header.type === "directory") await body.cancel();
      else yield { name: header.name, body: Readable.from(explained(body)) };
    }
  } finally {
    end.abort();
    await unpacked;
  }
}
