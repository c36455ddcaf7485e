import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

/** Stands for the build: tells in its output how often it was made. */
const builder = `const fs = require("node:fs");
const folder = (process.env.BUILD_DIR || "build") + "/server";
fs.mkdirSync(folder, { recursive: true });
fs.appendFileSync(folder + "/server.js", "built;");`;

const scripts = [
  "build.mjs",
  "node.mjs",
  "chunk-groups.ts",
  "lean-markup.ts",
  "lean-calls.ts",
  "module-sizes.ts",
  "oldest-browsers.ts",
  "precompress.ts",
  "shrink-server.ts",
].map((name) => `scripts/${name}`);

function write(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function builtAfter(root: string, buildDir = ""): string {
  const script = `import("./scripts/build.mjs").then((build) => build.ensureBuilt())`;
  const env = { ...process.env, BUILD_DIR: buildDir };
  execFileSync(process.execPath, ["-e", script], { cwd: root, stdio: "ignore", env });
  return readFileSync(join(root, buildDir || "build", "server/server.js"), "utf8");
}

/** A tree of one file in each place that is built from. */
async function plantTree(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "build-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const root = join(folder, "here");
  for (const path of scripts) write(root, path, readFileSync(path, "utf8"));
  const files = ["package-lock.json", "vite.config.ts", "react-router.config.ts"];
  for (const path of files) write(root, path, "{}");
  for (const path of ["contract/a.ts", "drawing/a.ts", "server/src/a.ts", "web/a.ts", "emulators/a.ts"])
    write(root, path, "1");
  write(root, "node_modules/@react-router/dev/dist/cli/index.js", builder);
  return root;
}

test("a built tree is built again for another text of a source, and not for another place or time", async () => {
  const here = await plantTree();
  const there = join(dirname(here), "there");
  expect(builtAfter(here)).toBe("built;");
  expect(builtAfter(here), "nothing has changed").toBe("built;");
  utimesSync(join(here, "contract/a.ts"), 0, 0);
  expect(builtAfter(here), "another time").toBe("built;");
  cpSync(here, there, { recursive: true });
  expect(builtAfter(there), "another place").toBe("built;");
  write(there, "contract/a.ts", "2");
  expect(builtAfter(there), "another text").toBe("built;built;");
});

test("a build elsewhere leaves the shop's own build as old as it is", async () => {
  const here = await plantTree();
  expect(builtAfter(here)).toBe("built;");
  write(here, "contract/a.ts", "2");
  expect(builtAfter(here, "build-aside")).toBe("built;");
  expect(builtAfter(here, "build-aside"), "nothing has changed").toBe("built;");
  expect(builtAfter(here), "its own is of the former text").toBe("built;built;");
});
