import { randomBytes } from "node:crypto";
import { type FileHandle, open, readFile, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { draftEnding, makeFolder, renameDurably } from "#server/durable-files.ts";
import { failure } from "#server/platform/failure.ts";
import { walkFiles } from "#server/walk-files.ts";
import { requireSafeKey, type Storage } from "../../platform/storage.ts";

/** Files below one folder. A file is written beside its place, flushed and renamed, so that none is ever half. */
export function folderStorage(root: string): Storage {
  return {
    async put(key, bytes) {
      requireSafeKey(key);
      const path = join(root, key);
      const draft = `${path}.${randomBytes(6).toString("hex")}${draftEnding}`;
      try {
        const file = await create(draft);
        try {
          await file.writeFile(bytes);
          await file.datasync();
        } finally {
          await file.close();
        }
        await renameDurably(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        throw isFull(error) ? failure("UNAVAILABLE", fullText, { retryAfter: 60, cause: error }) : error;
      }
    },
    async get(key) {
      requireSafeKey(key);
      try {
        return await readFile(join(root, key));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
        throw error;
      }
    },
    async remove(key) {
      requireSafeKey(key);
      await rm(join(root, key), { force: true });
    },
    async removeDrafts(before) {
      for await (const name of walkFiles(root)) {
        if (!name.endsWith(draftEnding)) continue;
        const draft = join(root, name);
        const found = await stat(draft).catch(() => null);
        if (found && found.mtime < before) await rm(draft, { force: true });
      }
    },
  };
}

const fullText = "There is no room for files at the moment. Please try again later.";

/** No space, a quota that is used up, a limit of the process, or a disk that takes nothing any more. */
function isFull(error: unknown): boolean {
  return ["ENOSPC", "EDQUOT", "EFBIG", "EROFS"].includes((error as NodeJS.ErrnoException).code ?? "");
}

/** Folders are made when a file finds none, so that the usual write does not ask for them. */
async function create(path: string): Promise<FileHandle> {
  try {
    return await open(path, "wx", 0o640);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    await makeFolder(dirname(path));
    return open(path, "wx", 0o640);
  }
}
