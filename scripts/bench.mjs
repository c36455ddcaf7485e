// Runs one of the benchmarks under Node 24: npm run bench -- startup [its options]. Without a name it lists them.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ensureBuilt } from "./build.mjs";
import { ensureInstalled, execNode, root } from "./node.mjs";

const [name, ...args] = process.argv.slice(2);
const script = join(root, `bench/${name}.ts`);
if (!/^\w+$/.test(name ?? "") || !existsSync(script)) {
  const names = readdirSync(join(root, "bench")).filter((file) => file.endsWith(".ts"));
  console.error(`Name a benchmark: npm run bench -- ${names.map((file) => file.slice(0, -3)).join("|")}`);
  process.exit(1);
}
ensureInstalled();
// BUILD_DIR names a build that is there already.
if (!process.env.BUILD_DIR) ensureBuilt();
execNode([script, ...args]);
