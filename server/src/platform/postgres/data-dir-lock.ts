import { closeSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** A shop that was told to stop is usually gone by then, so that one can be stopped and started in one breath. */
export const patienceMs = 3_000;

/**
 * Takes the one place of the shop that runs on this DATA_DIR, or throws one sentence that says who has it.
 *
 * The place is a listening socket, which the system frees whenever and however its process ends, so that nothing
 * stale is left and no process id is believed. On Linux there are two: an abstract name, which only one process
 * can bind, and a socket file in the folder, which also a shop in another container sees (abstract names end at
 * the container's border). On Windows it is a named pipe. One that is taken is tried again for a moment.
 *
 * @param folder an existing folder inside DATA_DIR that belongs to the shop.
 */
export async function lockDataDir(dataDir: string, folder: string): Promise<{ release(): Promise<void> }> {
  const pidFile = path.join(folder, "shop.pid");
  const until = Date.now() + patienceMs;
  for (;;) {
    const place = await takePlace(folder);
    if (place) {
      // Removed first, since it may be of another user's start; a new one only takes rights on the folder.
      rmSync(pidFile, { force: true });
      writeFileSync(pidFile, `${process.pid}\n`);
      return place;
    }
    if (Date.now() > until) {
      throw new Error(
        `Another Thumbsmith is already running on DATA_DIR "${dataDir}"${describeOwner(pidFile)}. ` +
          "Stop it first or set another DATA_DIR.",
      );
    }
    await delay(100);
  }
}

/** Null where another process has it. */
async function takePlace(folder: string): Promise<{ release(): Promise<void> } | null> {
  const held: Server[] = [];
  const release = async () => {
    for (const server of held.splice(0)) await new Promise((resolve) => server.close(resolve));
  };
  try {
    const name = nameOf(folder);
    if (name) held.push(await listen(name));
    if (process.platform !== "win32") held.push(await listenOnFile(folder));
    return { release };
  } catch (error) {
    await release();
    if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") return null;
    throw error;
  }
}

/** The folder's device and inode, so that links and bind mounts of one folder give one name. */
function nameOf(folder: string): string | undefined {
  const { dev, ino } = statSync(folder, { bigint: true });
  if (process.platform === "linux") return `\0thumbsmith-${dev}-${ino}`;
  if (process.platform === "win32") return `\\\\.\\pipe\\thumbsmith-${dev}-${ino}`;
  return undefined;
}

/**
 * Listens on a file in the folder. The file outlives a killed process, so one that nobody answers on is replaced;
 * on Linux the abstract name keeps two starting shops from doing so at once.
 */
async function listenOnFile(folder: string): Promise<Server> {
  // A socket's path may have 103 characters; the folder's handle makes a short one of any.
  const handle = process.platform === "linux" ? openSync(folder, "r") : undefined;
  const socket = `${handle === undefined ? folder : `/proc/self/fd/${handle}`}/shop.sock`;
  try {
    if (await answers(socket)) throw Object.assign(new Error("in use"), { code: "EADDRINUSE" });
    rmSync(socket, { force: true });
    const server = await listen(socket);
    server.once("close", () => handle !== undefined && closeSync(handle));
    return server;
  } catch (error) {
    if (handle !== undefined) closeSync(handle);
    throw error;
  }
}

function listen(address: string): Promise<Server> {
  const server = createServer((socket) => socket.destroy());
  // The lock alone must not keep a finished process alive.
  server.unref();
  return new Promise((resolve, reject) => {
    server.once("error", reject).listen(address, () => resolve(server));
  });
}

function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", (error: NodeJS.ErrnoException) => {
      // Any other error, such as missing rights, does not show that nobody is there.
      resolve(error.code !== "ENOENT" && error.code !== "ECONNREFUSED");
    });
  });
}

function describeOwner(pidFile: string): string {
  try {
    return ` (process ${Number.parseInt(readFileSync(pidFile, "utf8"), 10)})`;
  } catch {
    return "";
  }
}
