// Runs one of the shop's commands under Node 24: node scripts/command.mjs backup FILE
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureInstalled, execNode, root } from "./node.mjs";

const [name, ...args] = process.argv.slice(2);
ensureInstalled();
const loader = ["--import", pathToFileURL(join(root, "scripts/load-tsx.ts")).href];
execNode([...loader, join(root, `server/src/commands/${name}.ts`), ...args]);
