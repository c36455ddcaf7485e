import { mkdirSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder and those above it that are missing. Node's own `recursive` tries for ever below /proc and the like,
 * where the system says that something is missing although it is there.
 */
export function ensurePrivateDir(path: string, mode: number): void {
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return;
    if (code !== "ENOENT") throw error;
    ensurePrivateDir(dirname(path), mode);
    mkdirSync(path, { mode });
  }
}
