import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { type OwnPostgres, startOwnPostgres } from "#server/platform/postgres/embedded-postgres.ts";
import { removeSocketFolder } from "#server/platform/postgres/endpoint.ts";
import { isPostmasterOf, readPostmasterFile } from "#server/platform/postgres/postmaster-file.ts";
import { startShopProcess } from "../helpers/shop-process.ts";
import { quickestTemporaryFolder } from "../helpers/test-cluster.ts";

const isRoot = process.getuid?.() === 0;
const nobody = { uid: 65534, gid: 65534 };
const silent = { info: () => {}, warn: () => {}, error: () => {} };
const source = pathToFileURL(path.resolve("server/src/platform/postgres/embedded-postgres.ts")).href;
/** Whether an ordinary user can be played: by root, where Node and this checkout are open to everybody. */
const canPlayOrdinary =
  isRoot &&
  spawnSync(process.execPath, ["-e", `import(${JSON.stringify(source)})`], { ...nobody, cwd: "/" }).status ===
    0;

let home: string;
let dataDir: string;

beforeEach(({ onTestFinished }) => {
  const folder = mkdtempSync(path.join(quickestTemporaryFolder(), "own postgres "));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  home = folder;
  dataDir = path.join(folder, `it's a "shop" of $HOME`);
});

/** A DATA_DIR with an empty database, made once and copied, since making one takes most of a second. */
let made: string | undefined;

async function copyMadeDataDir(): Promise<void> {
  if (made === undefined) {
    made = mkdtempSync(path.join(quickestTemporaryFolder(), "own postgres made "));
    const own = await startOwnPostgres({ dataDir: made, log: silent });
    await own.stop();
  }
  cpSync(made, dataDir, { recursive: true });
}

afterAll(() => {
  if (made) rmSync(made, { recursive: true, force: true });
});

async function start(): Promise<OwnPostgres> {
  const own = await startOwnPostgres({ dataDir, log: silent });
  onTestFinished(own.stop);
  return own;
}

async function query(connectionString: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function eventually<Value>(probe: () => Value | Promise<Value>): Promise<Value> {
  for (;;) {
    const value = await Promise.resolve()
      .then(probe)
      .catch(() => undefined);
    if (value) return value;
    await delay(10);
  }
}

const clusterDir = () => path.join(dataDir, "postgres", "18");
const postmasterPid = () => readPostmasterFile(clusterDir())?.pid as number;
const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number);
const socketFolderOf = (connectionString: string) => decodeURIComponent(new URL(connectionString).hostname);

/** A shop in a process of its own. Its first line is the connection string, or the error. */
function startShop(user: { uid?: number; gid?: number } = {}): {
  process: ChildProcess;
  said: Promise<string>;
} {
  const script = `
    const { startOwnPostgres } = await import(process.argv[1]);
    const say = () => {};
    startOwnPostgres({ dataDir: process.argv[2], log: { info: say, warn: say, error: say } }).then(
      (own) => {
        console.log(own.connectionString);
        process.on("SIGTERM", () => own.stop().then(() => process.exit()));
        setInterval(() => {}, 1000);
      },
      (error) => console.log("refused: " + error.message),
    );`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script, source, dataDir], {
    ...user,
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(async () => {
    child.kill("SIGKILL");
    const left = readPostmasterFile(clusterDir());
    if (!left || !isPostmasterOf(left.pid, clusterDir())) return;
    process.kill(left.pid, "SIGQUIT");
    await eventually(() => !isPostmasterOf(left.pid, clusterDir()));
    removeSocketFolder(left.socketFolder);
  });
  const said = once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), "line");
  return { process: child, said: said.then(([line]) => String(line)) };
}

async function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
}

describe("the shop's own PostgreSQL", () => {
  test("keeps what was committed, in a closed folder with an awkward name", async () => {
    chmodSync(home, 0o700);
    const first = await startOwnPostgres({ dataDir, log: silent });
    await query(first.connectionString, "create table kept as select 7 as credits");
    const pid = postmasterPid();
    expect(isPostmasterOf(pid, clusterDir())).toBe(true);
    await first.stop();
    expect(isPostmasterOf(pid, clusterDir())).toBe(false);
    expect(existsSync(socketFolderOf(first.connectionString))).toBe(false);

    const second = await start();
    expect(await query(second.connectionString, "select credits from kept")).toEqual([{ credits: 7 }]);
  });

  test("waits for the disk, speaks UTF-8 and listens on nothing but a socket that others cannot enter", async () => {
    await copyMadeDataDir();
    const { connectionString } = await start();
    const [settings] = await query(
      connectionString,
      `select current_setting('fsync') as fsync, current_setting('listen_addresses') as listens,
              current_setting('server_encoding') as encoding, current_setting('synchronous_commit') as commits,
              current_database() as database`,
    );
    expect(settings).toEqual({
      fsync: "on",
      listens: "",
      encoding: "UTF8",
      commits: "on",
      database: "thumbsmith",
    });
    expect(statSync(socketFolderOf(connectionString)).mode & 0o777).toBe(0o700);
    expect(statSync(clusterDir()).mode & 0o777).toBe(0o700);
  });

  test.skipIf(!isRoot)("does not run as root when root starts the shop", async () => {
    await copyMadeDataDir();
    await start();
    const owner = statSync(`/proc/${postmasterPid()}`).uid;
    expect(owner).not.toBe(0);
    expect(statSync(clusterDir()).uid).toBe(owner);
  });

  test.skipIf(!isRoot)("takes over a copy of DATA_DIR that root made", async () => {
    await copyMadeDataDir();
    const first = await startOwnPostgres({ dataDir, log: silent });
    await query(first.connectionString, "create table kept as select 7 as credits");
    await first.stop();
    for (const name of readdirSync(clusterDir(), { recursive: true })) {
      chownSync(path.join(clusterDir(), String(name)), 0, 0);
    }
    chownSync(clusterDir(), 0, 0);
    const second = await start();
    expect(await query(second.connectionString, "select credits from kept")).toEqual([{ credits: 7 }]);
  });

  test.skipIf(!canPlayOrdinary)("runs as an ordinary user, and later under root as that user", async () => {
    chmodSync(home, 0o700);
    chownSync(home, nobody.uid, nobody.gid);
    const shop = startShop(nobody);
    await query(await shop.said, "create table kept as select 7 as credits");
    expect(statSync(clusterDir()).uid).toBe(nobody.uid);
    await kill(shop.process, "SIGTERM");
    const own = await start();
    expect(await query(own.connectionString, "select credits from kept")).toEqual([{ credits: 7 }]);
  });

  test.each(["SIGTERM", "SIGHUP"] as const)(
    "a shop that gets %s while it opens or later leaves no server behind",
    async (signal) => {
      await copyMadeDataDir();
      const env = { DATA_DIR: dataDir, APP_SECRET: "a secret that only the tests know, long enough" };
      const opening = startShopProcess(env);
      const refused = expect(opening).rejects.toThrow("The shop ended with 0");
      const early = await eventually(postmasterPid);
      process.kill(
        Number.parseInt(readFileSync(path.join(dataDir, "postgres", "shop.pid"), "utf8"), 10),
        signal,
      );
      await refused;
      await eventually(() => !isPostmasterOf(early, clusterDir()));

      const shop = await startShopProcess(env);
      const late = postmasterPid();
      // As a terminal that closes does: one from its shell, one from npm.
      process.kill(shop.pid, "SIGHUP");
      await shop.kill(signal);
      expect(await shop.ended, shop.output()).toBe(0);
      expect(isPostmasterOf(late, clusterDir())).toBe(false);
    },
  );

  test("starts again after kill -9 of the shop, with every committed row", async () => {
    await copyMadeDataDir();
    const shop = startShop();
    const connectionString = await shop.said;
    await query(connectionString, "create table kept as select 7 as credits");
    const left = postmasterPid();
    await kill(shop.process, "SIGKILL");
    expect(isPostmasterOf(left, clusterDir())).toBe(true);

    const own = await start();
    expect(isPostmasterOf(left, clusterDir())).toBe(false);
    expect(existsSync(socketFolderOf(connectionString))).toBe(false);
    expect(await query(own.connectionString, "select credits from kept")).toEqual([{ credits: 7 }]);
  });

  test("starts again after kill -9 of shop and server at once, with every committed row", async () => {
    await copyMadeDataDir();
    const shop = startShop();
    await query(await shop.said, "create table kept as select 7 as credits");
    process.kill(postmasterPid(), "SIGKILL");
    await kill(shop.process, "SIGKILL");
    const own = await start();
    expect(await query(own.connectionString, "select credits from kept")).toEqual([{ credits: 7 }]);
  });

  test.runIf(process.platform === "linux")(
    "waits for what a killed server left working, since a process of it may end late on a busy machine",
    async () => {
      await copyMadeDataDir();
      const shop = startShop();
      await query(await shop.said, "create table kept as select 7 as credits");
      const postmaster = postmasterPid();
      const late = childrenOf(postmaster)[0]!;
      process.kill(late, "SIGSTOP");
      onTestFinished(() => void spawnSync("kill", ["-CONT", String(late)]));
      process.kill(postmaster, "SIGKILL");
      await kill(shop.process, "SIGKILL");

      const waits = Promise.withResolvers<void>();
      const starting = startOwnPostgres({
        dataDir,
        log: { ...silent, warn: (_fields, text) => /still at work/.test(text) && waits.resolve() },
      });
      await Promise.race([waits.promise, starting]);
      process.kill(late, "SIGCONT");
      const own = await starting;
      onTestFinished(own.stop);
      expect(await query(own.connectionString, "select credits from kept")).toEqual([{ credits: 7 }]);
    },
  );

  test("refuses a second shop on the same DATA_DIR in one sentence that names the first", async () => {
    await copyMadeDataDir();
    const shop = startShop();
    await shop.said;
    await expect(start()).rejects.toThrow(
      `Another Thumbsmith is already running on DATA_DIR "${dataDir}" (process ${shop.process.pid}). ` +
        "Stop it first or set another DATA_DIR.",
    );
  });

  test("lets one of two shops that start at once have DATA_DIR", async () => {
    const said = await Promise.all([startShop().said, startShop().said]);
    expect(said.filter((line) => line.startsWith("postgresql://"))).toHaveLength(1);
    expect(said.filter((line) => line.startsWith("refused: Another Thumbsmith is already"))).toHaveLength(1);
  });

  test("has DATA_DIR as soon as a shop that is still stopping lets go of it", async () => {
    await copyMadeDataDir();
    const shop = startShop();
    await query(await shop.said, "create table kept as select 7 as credits");
    const next = start();
    shop.process.kill("SIGTERM");
    const own = await next;
    expect(await query(own.connectionString, "select credits from kept")).toEqual([{ credits: 7 }]);
  });

  test("is not fooled by a process id that now belongs to another program", async () => {
    await copyMadeDataDir();
    const first = await startOwnPostgres({ dataDir, log: silent });
    const file = readFileSync(path.join(clusterDir(), "postmaster.pid"), "utf8");
    await first.stop();
    const bystander = spawn("sleep", ["60"]);
    onTestFinished(() => void bystander.kill("SIGKILL"));
    writeFileSync(path.join(clusterDir(), "postmaster.pid"), file.replace(/^\d+/, String(bystander.pid)));
    writeFileSync(path.join(dataDir, "postgres", "shop.pid"), `${bystander.pid}\n`);
    const own = await start();
    expect(await query(own.connectionString, "select 1 as one")).toEqual([{ one: 1 }]);
    expect(bystander.exitCode ?? bystander.signalCode).toBeNull();
  });

  test("a shop killed while it makes its database leaves no half-made one", async () => {
    const shop = startShop();
    const folder = path.join(dataDir, "postgres");
    await eventually(() => readdirSync(folder).some((name) => name.startsWith("new-")));
    await kill(shop.process, "SIGKILL");
    expect(existsSync(clusterDir())).toBe(false);
    const own = await start();
    expect(await query(own.connectionString, "select 1 as one")).toEqual([{ one: 1 }]);
    expect(readdirSync(folder).filter((name) => name.startsWith("new-"))).toEqual([]);
  });

  test("a server that dies is started again at the same address, with every committed row", async () => {
    await copyMadeDataDir();
    const errors: string[] = [];
    const log = { ...silent, error: (_details: object, message: string) => void errors.push(message) };
    const own = await startOwnPostgres({ dataDir, log });
    onTestFinished(own.stop);
    await query(own.connectionString, "create table kept as select 7 as credits");
    const killed = postmasterPid();
    process.kill(killed, "SIGKILL");
    const rows = await eventually(() => query(own.connectionString, "select credits from kept"));
    expect(rows).toEqual([{ credits: 7 }]);
    expect(postmasterPid()).not.toBe(killed);
    expect(errors).toContain("PostgreSQL ended unexpectedly; starting it again");
  });

  test.skipIf(!canPlayOrdinary)("says whose the database is when it belongs to another user", async () => {
    await copyMadeDataDir();
    const first = await startOwnPostgres({ dataDir, log: silent });
    await first.stop();
    chownSync(clusterDir(), 12345, 12345);
    chmodSync(home, 0o755);
    for (const folder of [dataDir, path.join(dataDir, "postgres")]) chownSync(folder, nobody.uid, nobody.gid);
    expect(await startShop(nobody).said).toContain(
      "belongs to another user (id 12345): start Thumbsmith as that user",
    );
  });
});
