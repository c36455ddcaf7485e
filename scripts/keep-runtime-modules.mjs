// Leaves in node_modules what the built shop and its commands load, and what that needs: for an image, where the rest
// would be most of its size. The packages of pages and of the build are in the bundle or no longer needed, and a Node and
// a PostgreSQL are there already.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "./node.mjs";

/** What is named in these is loaded from node_modules; the configuration names what stays outside of the bundle. */
const sources = ["server/src", "contract", "drawing", "scripts/load-tsx.ts", "vite.config.ts"];

/** The direct dependencies that some source of the server names, whole or a file of theirs. */
export function runtimeDependencies() {
  const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const text = sources.flatMap(filesOf).map((file) => readFileSync(file, "utf8"));
  // Of fonts a family is named, and their packages by it.
  const isNamed = (name) =>
    name.startsWith("@fontsource/") ||
    text.some((each) => each.includes(`"${name}"`) || each.includes(`"${name}/`));
  return Object.fromEntries(Object.entries(dependencies).filter(([name]) => isNamed(name)));
}

function filesOf(path) {
  if (/\.\w+$/.test(path)) return [join(root, path)];
  return readdirSync(join(root, path), { recursive: true })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(root, path, name));
}

function prune() {
  const [manifest, lock] = ["package.json", "package-lock.json"].map((name) => join(root, name));
  const kept = [manifest, lock].map((file) => readFileSync(file));
  const { devDependencies, optionalDependencies, ...rest } = JSON.parse(kept[0].toString());
  writeFileSync(manifest, JSON.stringify({ ...rest, dependencies: runtimeDependencies() }));
  const done = spawnSync("npm", ["prune", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: root,
    stdio: "inherit",
  });
  for (const [at, file] of [manifest, lock].entries()) writeFileSync(file, kept[at]);
  if (done.status !== 0) process.exit(done.status ?? 1);
  // Lists what was installed, and with it the other packages' addresses.
  rmSync(join(root, "node_modules/.package-lock.json"), { force: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) prune();
