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
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled, root, runNode } from "./node.mjs";

const sources = [
  "contract",
  "server/src",
  "web",
  "emulators",
  "package-lock.json",
  "vite.config.ts",
  "scripts/chunk-groups.ts",
  "react-router.config.ts",
];
const stamp = join(root, "build/.sources");

export function ensureBuilt() {
  const wanted = fingerprint();
  if (
    existsSync(stamp) &&
    readFileSync(stamp, "utf8") === wanted &&
    existsSync(join(root, "build/server/server.js"))
  )
    return;
  console.log("Building the shop …");
  const status = runNode(
    ["node_modules/@react-router/dev/dist/cli/index.js", "build", "--logLevel", "warn"],
    {
      env: { NODE_ENV: "production" },
    },
  );
  if (status !== 0) process.exit(status);
  mkdirSync(join(root, "build"), { recursive: true });
  writeFileSync(stamp, wanted);
}

/**
 * Bundles the calls without their pages for tests that start and kill processes: from the sources each start takes three
 * seconds of processor time, from one file one. Answers the file, whose name tells of which sources it is.
 */
export async function ensureTestShop() {
  const folder = join(root, "build/test");
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
  const hash = createHash("sha256");
  for (const source of places) visit(join(root, source), hash);
  return hash.digest("hex");
}

function visit(path, hash) {
  const found = statSync(path);
  if (!found.isDirectory()) {
    hash.update(`${path}:${found.size}:${found.mtimeMs}\n`);
    return;
  }
  for (const name of readdirSync(path).sort()) {
    if (name !== "test" && name !== "node_modules") visit(join(path, name), hash);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensureInstalled();
  ensureBuilt();
}
