import { minify, type Plugin } from "vite";

/**
 * Takes comments out of the server's file and writes what is not ASCII by its escape: one sign beyond Latin-1 has V8 keep
 * the whole text at two bytes a sign. Names and lines stay, so that a stack trace can be read.
 */
export function shrinkServer(): Plugin {
  return {
    name: "shrink-server",
    applyToEnvironment: (environment) => environment.name === "ssr",
    async generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== "chunk") continue;
        const codegen = { removeWhitespace: false, legalComments: "none" } as const;
        const { code, errors } = await minify(file.fileName, file.code, {
          module: true,
          compress: false,
          mangle: false,
          codegen,
        });
        if (errors.length > 0) throw new Error(errors[0]!.message);
        file.code = asciiOf(code);
      }
    },
  };
}

/** Strings, patterns and names mean the same by their escapes, but for a sign that is escaped itself. */
function asciiOf(code: string): string {
  if (/(?<!\\)(\\\\)*\\[^\0-\x7f]/.test(code))
    throw new Error("A sign that is not ASCII stands behind a backslash.");
  return code.replace(/[^\0-\x7f]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
