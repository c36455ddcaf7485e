// Runs one of the shop's commands under Node 24: node scripts/command.mjs backup FILE
import { join } from "node:path";
import { ensureInstalled, execNode, root } from "./node.mjs";

const [name, ...args] = process.argv.slice(2);
ensureInstalled();
execNode([join(root, `server/src/commands/${name}.ts`), ...args]);
