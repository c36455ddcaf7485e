import { once } from "node:events";
import { createReadStream } from "node:fs";
import { type FileHandle, mkdir, mkdtemp, open, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { BackupLine } from "#server/platform/postgres/backup-file.ts";

const chunkBytes = 196_608;
/** Of a file that is still being written; the shop renames it when it is whole. */
const draftEnding = ".part";

/** Lines of every file below the folder. A file that the running shop deletes meanwhile is left out. */
export async function* archiveFolder(folder: string): AsyncGenerator<BackupLine> {
  for (const name of await listFiles(folder)) {
    const source = createReadStream(path.join(folder, name), { highWaterMark: chunkBytes });
    try {
      await once(source, "open");
    } catch (error) {
      if (isMissing(error)) continue;
      throw error;
    }
    yield { file: name.split(path.sep).join("/") };
    for await (const chunk of source) yield { data: (chunk as Buffer).toString("base64") };
  }
}

export async function isEmptyFolder(folder: string): Promise<boolean> {
  return (await listFiles(folder)).length === 0;
}

async function listFiles(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith(draftEnding));
    return files.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name))).sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

export type FolderRestore = {
  begin(name: string): Promise<void>;
  append(data: string): Promise<void>;
  /** Puts the new folder in the place of the old one. */
  finish(): Promise<void>;
  /** Removes what was written, unless it was put in its place. */
  discard(): Promise<void>;
};

/** Writes files into a new folder beside the given one, so that the old files stay until all new ones are there. */
export async function restoreFolder(folder: string): Promise<FolderRestore> {
  await mkdir(path.dirname(folder), { recursive: true, mode: 0o700 });
  const fresh = await mkdtemp(`${folder}.new-`);
  let current: FileHandle | undefined;
  const close = async () => {
    await current?.sync();
    await current?.close();
    current = undefined;
  };
  return {
    begin: async (name) => {
      await close();
      const file = path.resolve(fresh, name);
      if (!file.startsWith(fresh + path.sep))
        throw new Error(`The backup names a file outside its folder: "${name}".`);
      await mkdir(path.dirname(file), { recursive: true });
      current = await open(file, "wx", 0o640);
    },
    append: async (data) => {
      if (!current) throw new Error("The backup holds a file's content before its name.");
      await current.writeFile(Buffer.from(data, "base64"));
    },
    finish: async () => {
      await close();
      const old = `${fresh}.old`;
      await rename(folder, old).catch((error) => {
        if (!isMissing(error)) throw error;
      });
      await rename(fresh, folder);
      await rm(old, { recursive: true, force: true });
    },
    discard: async () => {
      await current?.close();
      await rm(fresh, { recursive: true, force: true });
    },
  };
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENOENT";
}
