import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of package.json, found from this file: it lies elsewhere once the server is one bundled file. */
export const projectRoot = findRoot(dirname(fileURLToPath(import.meta.url)));

function findRoot(folder: string): string {
  if (existsSync(join(folder, "package.json")) && existsSync(join(folder, "server"))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error("The project's folder was not found.");
  return findRoot(parent);
}
