import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Writes a .br and a .gz copy beside each text file of the browser's build, as small as can be: the server sends those. */
export function precompress(): Plugin {
  return {
    name: "precompress",
    applyToEnvironment: (environment) => environment.name === "client",
    async writeBundle({ dir }) {
      if (dir === undefined) return;
      const entries = await readdir(dir, { recursive: true, withFileTypes: true });
      const files = entries.filter(
        (entry) => entry.isFile() && /\.(js|css|svg|json|webmanifest)$/.test(entry.name),
      );
      await Promise.all(files.map((entry) => writeCopies(join(entry.parentPath, entry.name))));
    },
  };
}

async function writeCopies(path: string): Promise<void> {
  const plain = await readFile(path);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  await writeFile(`${path}.br`, await brotli(plain, { params }));
  await writeFile(`${path}.gz`, await zip(plain, { level: 9 }));
}
