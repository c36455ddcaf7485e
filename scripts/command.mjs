// Runs one of the shop's commands under Node 24: node scripts/command.mjs backup FILE
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureInstalled, execNode, root } from "./node.mjs";

const [name, ...args] = process.argv.slice(2);
const folder = join(root, "server/src/commands");
const file = join(folder, `${name}.ts`);
if (!existsSync(file)) {
  const names = readdirSync(folder)
    .map((known) => known.replace(".ts", ""))
    .sort();
  console.error(`Name one command: ${names.join(", ")}.`);
  process.exit(1);
}
ensureInstalled();
const loader = ["--import", pathToFileURL(join(root, "scripts/load-tsx.ts")).href];
execNode([...loader, file, ...args]);
