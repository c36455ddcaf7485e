import { createHash } from "node:crypto";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
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

type IconPart = [name: string, attributes: Record<string, string>];

/** Has each icon be markup: see svg-icon.ts. */
export function leanIcons(): Plugin {
  const svgIcon = join(root, "web/app/ui/svg-icon.ts");
  return {
    name: "lean-icons",
    apply: "build",
    transform: {
      filter: { id: /\/lucide-react\/dist\/esm\/icons\//, code: "const __iconData = {" },
      async handler(_, id) {
        const { __iconData: icon } = (await import(pathToFileURL(id).href)) as {
          __iconData: { node: IconPart[] };
        };
        const markup = icon.node.map(([name, { key: _, ...attributes }]) => {
          const written = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${value}"`);
          return `<${name}${written.join("")}/>`;
        });
        return `import { svgIcon } from ${JSON.stringify(svgIcon)};
export default /* @__PURE__ */ svgIcon(${JSON.stringify(markup.join(""))});`;
      },
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
