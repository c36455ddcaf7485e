import { randomBytes } from "node:crypto";
import { mkdir, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/** Of a file that is still being written; whoever writes it renames it when it is whole. */
export const draftEnding = ".part";
export const draftOf = (path: string) => `${path}.${randomBytes(6).toString("hex")}${draftEnding}`;

/** Null where there is none. */
export async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/**
 * Writes a file beside its place, flushes and renames it, so that it is never half and on the disk on return. Folders are
 * made when it finds none, so that the usual write does not ask for them.
 */
export async function writeWhole(path: string, bytes: Buffer | string, mode = 0o640): Promise<void> {
  const draft = draftOf(path);
  const write = () => writeFile(draft, bytes, { mode, flag: "wx", flush: true });
  try {
    await write().catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
      await makeFolder(dirname(path));
      await write();
    });
    await renameDurably(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** What file systems answer that sync no folder; PostgreSQL goes on there as well. */
const unsupported = ["EINVAL", "EBADF", "EISDIR", "EACCES", "EPERM", "ENOTSUP"];

/** On return the names in the folder are on the disk. Windows opens no folder. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  try {
    const handle = await open(folder, "r");
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!unsupported.includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
}

/**
 * Gives a file or folder that was flushed its name, in place of whatever has it. On return the name is on the disk too: the
 * system keeps it apart from the file, and a power cut would take it alone.
 */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncFolder(dirname(to));
}

/** Makes a folder and those above it that are missing. On return their names are on the disk. */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  const first = await mkdir(path, { recursive: true, ...(mode === undefined ? {} : { mode }) });
  if (first === undefined) return;
  const above = dirname(resolve(first));
  for (let made = resolve(path); made !== above && made !== dirname(made); made = dirname(made))
    await syncFolder(dirname(made));
}
