import { type ESTree, type Plugin, parseSync, Visitor } from "vite";

/** What a browser needs of a call; the server checks what it sends. */
const kept = new Set(["method", "path"]);
/** What states one call, or all of a kind. */
const statesCalls = /^call$|Calls$/;
const isMade = /^(Call|Object|New|Member)Expression$|^TemplateLiteral$/;

/**
 * Takes the calls' schemas, and whatever stands for them alone, out of what browsers load: with them each screen would
 * bring the schemas of all that it could ask, and the library that checks them. A form's own schema stays.
 */
export function leanCalls(): Plugin {
  return {
    name: "lean-calls",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    transform: {
      filter: { id: /\/contract\/[\w/-]+\.ts$/ },
      handler: lean,
    },
  };
}

export function lean(code: string, id: string): string {
  return withoutUnusedImports(withLeanCalls(code, id), id);
}

type Edit = { start: number; end: number; text: string };

/** From the end, so that the places before an edit stay. */
function edited(code: string, edits: Edit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((rest, { start, end, text }) => rest.slice(0, start) + text + rest.slice(end), code);
}

/**
 * A module of the contract with its calls down to method and path. The contract only declares, so that each constant is
 * marked as free of effects, by the one form that the bundler takes for all that it is made of:
 * https://rolldown.rs/in-depth/dead-code-elimination
 */
function withLeanCalls(code: string, id: string): string {
  const edits: Edit[] = [];
  const insert = (at: number, text: string) => edits.push({ start: at, end: at, text });
  const { program } = parseSync(id, code);
  for (const statement of program.body) {
    const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declared?.type !== "VariableDeclaration") continue;
    for (const { id: name, init } of declared.declarations) {
      if (name.type !== "Identifier" || !init || !isMade.test(init.type)) continue;
      insert(init.start, "/* @__PURE__ */ (() => (");
      insert(init.end, "))()");
    }
  }
  new Visitor({
    CallExpression({ callee, arguments: given }) {
      const stated = given.find((argument) => argument.type === "ObjectExpression");
      if (callee.type !== "Identifier" || !statesCalls.test(callee.name) || !stated) return;
      const has = new Set<string>();
      for (const property of stated.properties) {
        const name =
          property.type === "Property" && property.key.type === "Identifier" ? property.key.name : undefined;
        if (name !== undefined && kept.has(name)) {
          has.add(name);
          continue;
        }
        const { start, end } = property;
        const comma = /^\s*,/.exec(code.slice(end))?.[0] ?? "";
        edits.push({ start, end: end + comma.length, text: "" });
      }
      if (callee.name === "call" && has.size < kept.size)
        throw new Error(`${id} states a call without a method or a path of its own.`);
    },
  }).visit(program);
  return edited(code, edits);
}

/** Files are grouped by what imports what, whether or not it is used. */
function withoutUnusedImports(code: string, id: string): string {
  const { program } = parseSync(id, code);
  const imports: ESTree.ImportDeclaration[] = [];
  const used = new Map<string, number>();
  const count = (name: string, by: number) => used.set(name, (used.get(name) ?? 0) + by);
  new Visitor({
    ImportDeclaration: (declaration) => void imports.push(declaration),
    ImportSpecifier: ({ imported, local }) => {
      if (imported.type === "Identifier") count(imported.name, -1);
      count(local.name, -1);
    },
    MemberExpression: ({ property, computed }) => {
      if (!computed && property.type === "Identifier") count(property.name, -1);
    },
    Property: ({ key, shorthand, computed }) => {
      if (!shorthand && !computed && key.type === "Identifier") count(key.name, -1);
    },
    Identifier: ({ name }) => count(name, 1),
  }).visit(program);
  const named = imports.filter(
    ({ specifiers }) => specifiers.length > 0 && specifiers.every(({ type }) => type === "ImportSpecifier"),
  );
  const edits = named.map(({ start, end, specifiers, source }) => {
    const names = specifiers.filter(({ local }) => (used.get(local.name) ?? 0) > 0);
    const text = names.map((name) => code.slice(name.start, name.end)).join(", ");
    return { start, end, text: text && `import { ${text} } from ${source.raw};` };
  });
  return edited(code, edits);
}
