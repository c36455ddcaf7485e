import { readFileSync } from "node:fs";
import { createRequire, registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import type * as TypeScript from "typescript-6";

const require = createRequire(import.meta.url);

/** Lets Node run the mails' templates, which are JSX, in a command, which runs from the sources. */
registerHooks({
  load(url, context, next) {
    if (!url.endsWith(".tsx")) return next(url, context);
    const ts = require("typescript-6") as typeof TypeScript;
    const { outputText } = ts.transpileModule(readFileSync(fileURLToPath(url), "utf8"), {
      compilerOptions: {
        jsx: ts.JsxEmit.ReactJSX,
        module: ts.ModuleKind.ESNext,
        target: ts.ScriptTarget.ES2023,
      },
    });
    return { format: "module", source: outputText, shortCircuit: true };
  },
});
