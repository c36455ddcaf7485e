// Runs one of the shop's commands under Node 24: node scripts/command.mjs backup FILE
import { join } from "node:path";
import { becomeNode, ensureInstalled, root } from "./node.mjs";

const [name, ...args] = process.argv.slice(2);
ensureInstalled();
becomeNode([join(root, `server/src/commands/${name}.ts`), ...args]);
