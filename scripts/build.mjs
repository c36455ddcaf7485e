// Builds the shop when its sources are newer than the last build.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
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

/** Names, sizes and times of all sources: reading them whole would cost the second start its quickness. */
function fingerprint() {
  const hash = createHash("sha256");
  for (const source of sources) visit(join(root, source), hash);
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
