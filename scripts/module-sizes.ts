import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";

/** Of each script of the browser's build: how much of it, before it is minified, comes from which package or folder. */
export type ModuleSizes = Record<string, Record<string, number>>;

export const moduleSizesFile = "module-sizes.json";

/** Writes beside the browser's files of what its scripts are made. */
export function moduleSizes(): Plugin {
  return {
    name: "module-sizes",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    async writeBundle({ dir }, bundle) {
      if (dir === undefined) return;
      const sizes: ModuleSizes = {};
      for (const file of Object.values(bundle)) {
        if (file.type !== "chunk") continue;
        const of: Record<string, number> = {};
        for (const [id, { renderedLength }] of Object.entries(file.modules)) {
          const source = sourceOf(id);
          if (renderedLength > 0) of[source] = (of[source] ?? 0) + renderedLength;
        }
        sizes[`/${file.fileName}`] = of;
      }
      await writeFile(join(resolve(dir, ".."), moduleSizesFile), JSON.stringify(sizes));
    },
  };
}

/** "react-dom", "@mantine/hooks", "contract", "web/app/ui", "web/app/features/orders". */
function sourceOf(id: string): string {
  const path = id.replaceAll("\\", "/").replace(/^\0/, "").replace(/\?.*/, "");
  const inPackage = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path);
  if (inPackage) return inPackage[1]!;
  const own = /\/(contract|drawing|web\/app\/(?:features\/[^/]+|[^/]+(?=\/)))/.exec(path);
  return own?.[1] ?? "the build";
}
