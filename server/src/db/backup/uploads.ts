import { createWriteStream } from "node:fs";
import { mkdtemp, open, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { NewEntry } from "#server/db/backup/archive.ts";
import { draftEnding, makeFolder, renameDurably, syncFolder } from "#server/durable-files.ts";
import { walkFiles } from "#server/walk-files.ts";

/** Of pictures made smaller and of designs that were drawn, which are made again when they are missed. */
const made = ["previews", "designs"];

/** Every file below the folder but what can be made again. One that the running shop deletes meanwhile is left out. */
export async function* readFolder(folder: string): AsyncGenerator<NewEntry> {
  for await (const name of savedFiles(folder)) {
    const handle = await open(path.join(folder, name)).catch(nullIfMissing);
    if (!handle) continue;
    const { size } = await handle.stat();
    yield { name: name.split(path.sep).join("/"), size, body: handle.createReadStream() };
  }
}

export async function isEmptyFolder(folder: string): Promise<boolean> {
  for await (const _ of savedFiles(folder)) return false;
  return true;
}

async function* savedFiles(folder: string): AsyncGenerator<string> {
  for await (const name of walkFiles(folder, (below) => made.includes(below))) {
    if (!name.endsWith(draftEnding)) yield name;
  }
}

export type FolderRestore = {
  write(name: string, body: Readable): Promise<void>;
  /** Puts the new folder in the place of the old one. */
  finish(): Promise<void>;
  /** Removes what was written, unless it was put in its place. */
  discard(): Promise<void>;
};

/**
 * Writes files into a new folder beside the given one, so that the old files stay until all new ones are there. Throws at
 * once where it could not take the old one's place. Nobody else restores meanwhile.
 */
export async function restoreFolder(folder: string): Promise<FolderRestore> {
  await makeFolder(path.dirname(folder), 0o700);
  const hasOld = await canBePutAside(folder);
  await removeLeft(folder, hasOld);
  const fresh = await mkdtemp(`${folder}.new-`);
  const filled = new Set<string>();
  return {
    write: async (name, body) => {
      const file = path.resolve(fresh, name);
      if (!file.startsWith(fresh + path.sep))
        throw new Error(`The backup names a file outside its folder: "${name}".`);
      await makeFolder(path.dirname(file));
      filled.add(path.dirname(file));
      await pipeline(body, createWriteStream(file, { flags: "wx", mode: 0o640, flush: true }));
    },
    finish: async () => {
      for (const each of filled) await syncFolder(each);
      const old = `${fresh}.old`;
      await rename(folder, old).catch(nullIfMissing);
      await renameDurably(fresh, folder);
      await rm(old, { recursive: true, force: true });
    },
    discard: () => rm(fresh, { recursive: true, force: true }),
  };
}

/** False where there is none. A mount of its own stays where it is, which would be found out after the database's commit. */
async function canBePutAside(folder: string): Promise<boolean> {
  const aside = `${folder}.new-tried.old`;
  try {
    await rename(folder, aside);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return false;
    throw new Error(
      `The folder "${folder}" cannot be replaced as a whole (${code}), as where it is a mount of its own: restore with another DATA_DIR, and copy its uploads over. Nothing was changed.`,
    );
  }
  await rename(aside, folder);
  return true;
}

/** What a restore that was killed left; the old files only where those in their place are there. */
async function removeLeft(folder: string, hasOld: boolean): Promise<void> {
  const begins = `${path.basename(folder)}.new-`;
  for (const name of await readdir(path.dirname(folder)))
    if (name.startsWith(begins) && (hasOld || !name.endsWith(".old")))
      await rm(path.join(path.dirname(folder), name), { recursive: true, force: true });
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
