import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const launcher = pathToFileURL("scripts/node.mjs").href;
/** Stands for the shop: says its process id, and ends on SIGTERM alone. */
const command = `process.on("SIGTERM", () => process.exit(7)); setInterval(() => {}, 1000); console.log(process.pid);`;
const launch = `import(${JSON.stringify(launcher)}).then(({ execNode }) => execNode(["-e", process.argv[1]]))`;

async function pidSaidBy(child: ChildProcess): Promise<number> {
  const [line] = await once(createInterface({ input: child.stdout! }), "line");
  const pid = Number(line);
  onTestFinished(() => {
    if (lives(pid)) process.kill(pid, "SIGKILL");
  });
  return pid;
}

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test("the launcher hands SIGTERM on and ends with the shop's own exit code", async () => {
  const started = spawn(process.execPath, ["-e", launch, command], { stdio: ["ignore", "pipe", "inherit"] });
  const pid = await pidSaidBy(started);
  started.kill("SIGTERM");
  expect(await once(started, "exit")).toEqual([7, null]);
  expect(lives(pid)).toBe(false);
});

test("a shop that npm started ends when npm's shell was killed by the signal meant for it", async () => {
  // The shell does not hand the signal on, as dash does not for npm.
  const shell = spawn("/bin/sh", ["-c", '"$0" -e "$1" "$2"; exit', process.execPath, launch, command], {
    env: { ...process.env, npm_lifecycle_event: "start" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const pid = await pidSaidBy(shell);
  shell.kill("SIGTERM");
  await once(shell, "exit");
  while (lives(pid)) await delay(20);
});
