// Builds the shop when its sources are newer than the last build.
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled, root, runNode } from "./node.mjs";

const sources = [
  "contract",
  "drawing",
  "server/src",
  "web",
  "emulators",
  "package-lock.json",
  "vite.config.ts",
  "scripts/chunk-groups.ts",
  "scripts/lean-markup.ts",
  "scripts/lean-calls.ts",
  "scripts/module-sizes.ts",
  "scripts/oldest-browsers.ts",
  "scripts/precompress.ts",
  "scripts/shrink-server.ts",
  "react-router.config.ts",
];
/** Where react-router.config.ts builds to; what is kept of a build lies with it, so that it tells of no other. */
export const buildDir = resolve(root, process.env.BUILD_DIR || "build");
const stamp = join(buildDir, ".sources");

/** Builds where a source differs from those of the last build; another place or time of the same sources is no difference. */
export function ensureBuilt() {
  const seen = fingerprint();
  const isBuilt = existsSync(stamp) && existsSync(join(buildDir, "server/server.js"));
  const [builtOf, contents] = isBuilt ? readFileSync(stamp, "utf8").split("\n") : [];
  if (builtOf === seen) return;
  const read = contentHash();
  if (contents === read) return writeFileSync(stamp, `${seen}\n${read}`);
  console.log("Building the shop …");
  const status = runNode(
    ["node_modules/@react-router/dev/dist/cli/index.js", "build", "--logLevel", "warn"],
    {
      env: { NODE_ENV: "production" },
    },
  );
  if (status !== 0) process.exit(status);
  mkdirSync(buildDir, { recursive: true });
  writeFileSync(stamp, `${seen}\n${read}`);
}

/**
 * Bundles the calls without their pages for tests that start and kill processes: from the sources each start takes three
 * seconds of processor time, from one file one. Answers the file, whose name tells of which sources it is.
 */
export async function ensureTestShop() {
  const folder = join(buildDir, "test");
  const wanted = join(
    folder,
    `serve-shop-${fingerprint([...sources, "server/test/helpers"]).slice(0, 16)}.mjs`,
  );
  if (existsSync(wanted)) return wanted;
  const { build } = await import("vite");
  const { default: config } = await import("../vite.config.ts");
  const made = join(folder, `made-by-${process.pid}`);
  await build({
    configFile: false,
    root,
    logLevel: "warn",
    ssr: { noExternal: true, external: config({ command: "build" }).ssr.external },
    build: {
      ssr: "server/test/helpers/serve-shop.ts",
      outDir: made,
      target: "node24",
      minify: false,
      rolldownOptions: { output: { codeSplitting: false, entryFileNames: "shop.mjs" } },
    },
  });
  for (const name of readdirSync(folder)) if (name.startsWith("serve-shop-")) rmSync(join(folder, name));
  renameSync(join(made, "shop.mjs"), wanted);
  rmSync(made, { recursive: true });
  return wanted;
}

/** Names, sizes and times of all sources: reading them whole would cost the second start its quickness. */
function fingerprint(places = sources) {
  return hashOf(places, (path) => {
    const { size, mtimeMs } = statSync(path);
    return `${size}:${mtimeMs}`;
  });
}

function contentHash() {
  return hashOf(sources, (path) => createHash("sha256").update(readFileSync(path)).digest("hex"));
}

function hashOf(places, tell) {
  const hash = createHash("sha256");
  for (const path of places.flatMap(filesIn)) hash.update(`${path}:${tell(join(root, path))}\n`);
  return hash.digest("hex");
}

/** Paths below the project's folder, so that they are the same wherever it lies. */
function filesIn(path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .filter((name) => name !== "test" && name !== "node_modules")
    .flatMap((name) => filesIn(`${path}/${name}`));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensureInstalled();
  ensureBuilt();
}
