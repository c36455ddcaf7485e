import type { Dirent } from "node:fs";
import { opendir } from "node:fs/promises";
import { join } from "node:path";

/**
 * Every file below the folder, as its path from there, in no order. A shop can have millions, so no list of them is made:
 * what is held is one open folder a level. A folder that is missing, or goes meanwhile, has none.
 */
export async function* walkFiles(
  root: string,
  isLeftOut: (folder: string) => boolean = () => false,
  folder = "",
): AsyncGenerator<string> {
  for await (const entry of entriesOf(join(root, folder))) {
    const path = join(folder, entry.name);
    if (entry.isFile()) yield path;
    else if (entry.isDirectory() && !isLeftOut(path)) yield* walkFiles(root, isLeftOut, path);
  }
}

async function* entriesOf(folder: string): AsyncGenerator<Dirent> {
  try {
    yield* await opendir(folder, { bufferSize: 256 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
