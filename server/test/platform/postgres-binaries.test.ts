import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { locatePackage, prepareBinaries } from "#server/platform/postgres/binaries.ts";

const isRoot = process.getuid?.() === 0;
const nobody = { uid: 65534, gid: 65534 };
const source = pathToFileURL(path.resolve("server/src/platform/postgres/binaries.ts")).href;
/** Whether an ordinary user can be played: by root, where Node and this checkout are open to everybody. */
const canPlayOrdinary =
  isRoot &&
  spawnSync(process.execPath, ["-e", `import(${JSON.stringify(source)})`], { ...nobody, cwd: "/" }).status ===
    0;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "binaries "));
  chmodSync(folder, 0o755);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The package as npm leaves it when its install script did not run. */
function installWithoutLinks(name: string) {
  const { root, version } = locatePackage();
  const copy = path.join(folder, name, "native");
  cpSync(root, copy, { recursive: true, filter: (file) => !lstatSync(file).isSymbolicLink() });
  return { root: copy, version };
}

test("the programs run although npm ran no install script", async () => {
  const packaged = installWithoutLinks("package");
  const binaries = await prepareBinaries(undefined, path.join(folder, "private"), packaged);
  expect(binaries.postgres).toBe(path.join(packaged.root, "bin", "postgres"));
  expect(execFileSync(binaries.initdb, ["-V"], { encoding: "utf8" })).toContain("18.");
});

test.skipIf(!isRoot)(
  "programs in a closed folder are copied to where the unprivileged user can run them",
  async () => {
    const packaged = installWithoutLinks("closed");
    chmodSync(path.join(folder, "closed"), 0o700);
    const place = path.join(folder, "shared");
    const binaries = await prepareBinaries(nobody, path.join(folder, "private"), packaged, [place]);
    expect(binaries.postgres.startsWith(place)).toBe(true);
    expect(execFileSync(binaries.initdb, ["-V"], { ...nobody, cwd: "/", encoding: "utf8" })).toContain("18.");
    expect(statSync(place).uid).toBe(0);
    expect(readdirSync(place)).toHaveLength(1);
    const again = await prepareBinaries(nobody, path.join(folder, "private"), packaged, [place]);
    expect(again).toEqual(binaries);
  },
);

test.skipIf(!isRoot)("programs that somebody else laid in the shared place are never run", async () => {
  const packaged = installWithoutLinks("closed");
  chmodSync(path.join(folder, "closed"), 0o700);
  const trap = path.join(folder, "trap");
  mkdirSync(trap);
  chownSync(trap, nobody.uid, nobody.gid);
  const place = path.join(folder, "shared");
  const binaries = await prepareBinaries(nobody, path.join(folder, "private"), packaged, [trap, place]);
  expect(binaries.postgres.startsWith(place)).toBe(true);
  expect(readdirSync(trap)).toEqual([]);
});

test.skipIf(!canPlayOrdinary)(
  "an ordinary user with a node_modules of somebody else's gets a copy in DATA_DIR",
  async () => {
    const packaged = installWithoutLinks("package");
    const home = path.join(folder, "home");
    mkdirSync(home, { mode: 0o700 });
    chownSync(home, nobody.uid, nobody.gid);
    const script = `
    const { prepareBinaries } = await import(process.argv[1]);
    console.log((await prepareBinaries(undefined, process.argv[2], JSON.parse(process.argv[3]))).postgres);`;
    const found = execFileSync(
      process.execPath,
      ["--input-type=module", "-e", script, source, home, JSON.stringify(packaged)],
      { ...nobody, cwd: "/", encoding: "utf8" },
    );
    expect(found.startsWith(home)).toBe(true);
  },
);
