import { randomBytes } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { requireSafeKey, type Storage } from "./storage.ts";

/** Files below one folder. A file is written beside its place, flushed and renamed, so that none is ever half. */
export function folderStorage(root: string): Storage {
  return {
    async put(key, bytes) {
      requireSafeKey(key);
      const path = join(root, key);
      await mkdir(dirname(path), { recursive: true });
      const draft = `${path}.${randomBytes(6).toString("hex")}.part`;
      try {
        const file = await open(draft, "wx", 0o640);
        try {
          await file.writeFile(bytes);
          await file.datasync();
        } finally {
          await file.close();
        }
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
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
  };
}
