import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { draftEnding, readIfThere, writeWhole } from "#server/durable-files.ts";
import { failure } from "#server/platform/failure.ts";
import { walkFiles } from "#server/walk-files.ts";
import { requireSafeKey, type Storage } from "../../platform/storage.ts";

/** Files below one folder. */
export function folderStorage(root: string): Storage {
  return {
    async put(key, bytes) {
      requireSafeKey(key);
      try {
        await writeWhole(join(root, key), bytes);
      } catch (error) {
        throw isFull(error) ? failure("UNAVAILABLE", fullText, { retryAfter: 60, cause: error }) : error;
      }
    },
    async get(key) {
      requireSafeKey(key);
      return readIfThere(join(root, key));
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
