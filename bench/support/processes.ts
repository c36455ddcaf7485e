import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";

/** A Node process of the benchmark: started until it prints its address, ended with it. */
export interface BenchProcess {
  pid: number;
  url: string;
  stop(): Promise<void>;
}

export async function startProcess(args: string[], env: Record<string, string>): Promise<BenchProcess> {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH ?? "", NODE_ENV: "production", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await addressIn(child);
  return {
    pid: child.pid!,
    url,
    async stop() {
      const gone = once(child, "exit");
      child.kill("SIGTERM");
      await gone;
    },
  };
}

/** Runs a Node program until it ends by itself, and shows what it prints. */
export async function runToEnd(args: string[], env: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH ?? "", ...env },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}.`);
}

function addressIn(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    child.stdout!.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      const found = /http:\/\/[\w.:-]+:\d+/.exec(output);
      if (found) resolve(found[0]);
    });
    child.once("exit", (code) => reject(new Error(`A process ended with ${code}: ${output}`)));
  });
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("No free port.");
  return address.port;
}

/** Resident memory in megabytes: now, and the most that it ever was. Linux only; elsewhere null. */
export function memoryOf(pid: number): { now: number; peak: number } | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1024;
    return { now: read("VmRSS"), peak: read("VmHWM") };
  } catch {
    return null;
  }
}

/** Processor time in milliseconds that a process has used, and with its descendants. Linux only; elsewhere 0. */
export function processorTimeOf(pid: number): { own: number; all: number } {
  try {
    const all = descendantsOf(pid).reduce((sum, one) => sum + ownTimeOf(one), 0);
    return { own: ownTimeOf(pid), all };
  } catch {
    return { own: 0, all: 0 };
  }
}

/** Clock ticks are hundredths of a second on every Linux that Node runs on. */
function ownTimeOf(pid: number): number {
  try {
    const fields = statOf(pid);
    return (Number(fields[11]) + Number(fields[12]) + Number(fields[13]) + Number(fields[14])) * 10;
  } catch {
    return 0;
  }
}

function descendantsOf(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      parents.set(Number(name), Number(statOf(Number(name))[1]));
    } catch {
      // Ended meanwhile.
    }
  }
  const found = [pid];
  for (const one of found) for (const [child, parent] of parents) if (parent === one) found.push(child);
  return found;
}

/** The fields behind the command's name, which may itself hold blanks and brackets. */
function statOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}
