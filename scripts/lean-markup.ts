import { createHash } from "node:crypto";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));

/** A class of a style sheet: its own name, and three letters of the file's path. */
export function classNameOf(name: string, file: string): string {
  const hash = createHash("sha256").update(relative(root, file).replaceAll("\\", "/"));
  return `${name}-${hash.digest("base64url").replace(/\W|_/g, "").slice(0, 3)}`;
}

/**
 * Has the bundler see each class as a constant of its own, which it writes where it is used. As members of one object all
 * of a style sheet's names come along, also those that the browser's half of a file has no use for.
 */
export function classNames(): Plugin[] {
  return [
    {
      name: "class-names",
      apply: "build",
      transform: {
        filter: { id: /\/web\/app\/.*\.tsx?$/, code: /\.module\.css"/ },
        handler: (code) =>
          code.replace(/^import (\w+) from ("[^"]+\.module\.css")/gm, "import * as $1 from $2"),
      },
    },
    {
      name: "class-names-keep-styles",
      apply: "build",
      enforce: "post",
      // Else the style sheet would go with the last of its constants.
      transform: {
        filter: { id: /\.module\.css$/ },
        handler: (code) => ({ code, moduleSideEffects: "no-treeshake" }),
      },
    },
  ];
}

/** Takes the keys out of the icons' parts: they are for React's warnings while developing, and random letters in a build. */
export function leanIcons(): Plugin {
  return {
    name: "lean-icons",
    apply: "build",
    transform: {
      filter: { id: /\/lucide-react\/dist\/esm\/icons\// },
      handler: (code) => code.replace(/,\s*key: "\w+"/g, ""),
    },
  };
}

type Log = { code?: string; message: string };

/** Ends the build where a class is used that its style sheet has not; Vite tells, or ends it for, everything else. */
export function refuseUnknownClasses<L, T extends Log>(
  level: L,
  log: T,
  otherwise: (level: L, log: T) => void,
): void {
  if (log.code === "IMPORT_IS_UNDEFINED") throw new Error(log.message);
  otherwise(level, log);
}
