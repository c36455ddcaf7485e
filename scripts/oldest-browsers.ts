import type { Plugin } from "vite";

/** In which the shop works, as docs/decisions/0028 tells. Syntax and styles are written for them by the build. */
export const oldestBrowsers = ["chrome111", "edge111", "firefox115", "safari16.4"];

/** What not all of them have. Of what the language has the compiler refuses more, in code of ours (web/tsconfig.json). */
const newer = [
  /\b(?:Map|Object)\.groupBy\b|\bPromise\.(?:try|withResolvers)\b|\bURL\.(?:canParse|parse)\b/,
  /\b(?:Array\.fromAsync|AbortSignal\.any|Error\.isError|Iterator\.from|Math\.sumPrecise|RegExp\.escape)\b/,
  /\bnew (?:AsyncDisposableStack|CloseWatcher|DisposableStack|Float16Array|Highlight|URLPattern)\b/,
  /\.(?:caretPositionFromPoint|checkVisibility|isWellFormed|moveBefore|setHTMLUnsafe|toWellFormed)\(/,
  /\.(?:getOrInsert|getOrInsertComputed|isDisjointFrom|isSubsetOf|isSupersetOf|symmetricDifference)\(/,
  /\.(?:fromBase64|setFromBase64|toBase64)\(|\bIntl\.DurationFormat\b/,
];

/** Looked through: they take what is newer only where it is there. */
const askFirst = /\/node_modules\/(?:prosemirror-view|zod)\/|\/shell\/at-rest\.ts$/;

/** Ends a build in whose scripts of the browser one of these stands, also in a library's: an older browser fails there. */
export function refuseNewerNames(): Plugin {
  return {
    name: "refuse-newer-names",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle))
        for (const [id, { code }] of Object.entries(file.type === "chunk" ? file.modules : {})) {
          const found = askFirst.test(id) ? null : newer.map((name) => name.exec(code ?? "")).find(Boolean);
          if (found) this.error(`${found[0]} in ${id} is newer than ${oldestBrowsers.join(", ")}`);
        }
    },
  };
}
