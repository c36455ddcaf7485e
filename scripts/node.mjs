// Runs on any Node from 20 up: finds or installs what the product itself needs.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Installs the packages of the lockfile where they are missing or belong to another lockfile. */
export function ensureInstalled() {
  const stamp = join(root, "node_modules/.lockfile-hash");
  const hash = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return;
  console.log("Installing packages (once) …");
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  // Development packages build the shop, so they are wanted even where NODE_ENV says production.
  const done = spawnSync(npm, ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (done.status !== 0) {
    console.error("The packages could not be installed; npm's own words stand above.");
    process.exit(1);
  }
  writeFileSync(stamp, hash);
}

/** The Node 24 that the product runs under: this one, or the one that came as a package. */
export function node24() {
  if (Number(process.versions.node.split(".")[0]) >= 24) return process.execPath;
  const platform = { linux: "linux", win32: "win" }[process.platform];
  const folder = join(root, `node_modules/node-${platform}-${process.arch}/bin`);
  const binary = join(folder, process.platform === "win32" ? "node.exe" : "node");
  if (platform && existsSync(binary)) return binary;
  console.error(
    `The shop runs under Node 24, which no package brings for ${process.platform} ${process.arch}. Install Node 24 and try again.`,
  );
  return process.exit(1);
}

/** Runs a script under Node 24 to its end; returns its exit code. */
export function runNode(args, options = {}) {
  const binary = node24();
  const done = spawnSync(binary, args, {
    cwd: root,
    stdio: "inherit",
    ...options,
    env: {
      ...process.env,
      ...options.env,
      PATH: `${dirname(binary)}${process.platform === "win32" ? ";" : ":"}${process.env.PATH}`,
    },
  });
  return done.status ?? 1;
}

/**
 * Goes on as a script under Node 24: by becoming it where the system can, else by handing signals on to it and ending with
 * its exit code, which takes a process's memory as long as the script runs.
 */
export function execNode(args, env = {}) {
  if (process.execve && process.platform !== "win32") {
    process.chdir(root);
    const binary = node24();
    const watch = process.env.npm_lifecycle_event
      ? ["--import", pathToFileURL(join(root, "scripts/end-with-parent.mjs")).href]
      : [];
    process.execve(binary, [binary, ...watch, ...args], { ...process.env, ...env });
  }
  const child = spawn(node24(), args, {
    cwd: root,
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: { ...process.env, ...env },
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  if (process.env.npm_lifecycle_event) endWithParent(() => child.kill("SIGTERM"));
  child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGKILL" ? 137 : 1)));
}

/**
 * npm hands a signal to the shell that it runs scripts in, and some shells die of it without a word to their
 * command. Left alone, the shop would go on with its port and folder while npm has said that it ended.
 */
export function endWithParent(end) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    end();
  }, 200);
  return watch;
}
