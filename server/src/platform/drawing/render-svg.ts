import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { failure } from "../failure.ts";

/** What one drawing may take of a processor and of memory. */
export const mostSeconds = 2;
export const mostBytes = 200_000_000;

/** So long a renderer waits for the next drawing; it takes 60 MB meanwhile. */
const idleMs = 30_000;

/**
 * Draws one at a time. The library works on another thread, so that this one can see what it takes, and end it all: nothing
 * else ends a drawing that has begun.
 */
const program = `
const { renderAsync } = require(process.argv[1]);
const [seconds, bytes] = process.argv.slice(2).map(Number);
process.on("message", async ({ svg, fontFiles }) => {
  const before = { cpu: process.cpuUsage(), bytes: process.memoryUsage.rss() };
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(before.cpu);
    if (user + system <= seconds * 1e6 && process.memoryUsage.rss() - before.bytes <= bytes) return;
    clearInterval(watch);
    process.send({ isTooHeavy: true }, () => process.kill(process.pid, "SIGKILL"));
  }, 20);
  try {
    const { pixels } = await renderAsync(svg, { font: { loadSystemFonts: false, fontFiles } });
    process.send({ pixels });
  } catch (error) {
    process.send({ problem: String(error) });
  } finally {
    clearInterval(watch);
  }
});
process.on("disconnect", () => process.exit());
process.send("ready");
`;

let renderer: ChildProcess | undefined;
let idle: NodeJS.Timeout | undefined;

/** The process of the last drawing, or a new one, without the shop's secrets and connections. */
async function openRenderer(): Promise<ChildProcess> {
  clearTimeout(idle);
  if (renderer?.connected) return renderer;
  const library = createRequire(import.meta.url).resolve("@resvg/resvg-js");
  const limits = [mostSeconds, mostBytes].map(String);
  const opened = spawn(process.execPath, ["-e", program, library, ...limits], {
    env: {},
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    serialization: "advanced",
  });
  renderer = opened;
  await Promise.race([once(opened, "message"), once(opened, "exit")]);
  return opened;
}

/** It keeps no process from ending, and goes by itself when there is nothing more to draw. */
function rest(used: ChildProcess): void {
  used.unref();
  used.channel?.unref();
  idle = setTimeout(() => used.connected && used.disconnect(), idleMs).unref();
}

/** What a renderer answers; nothing where it was ended from outside, as by a system that stops or is short of memory. */
interface Rendered {
  pixels?: Uint8Array;
  problem?: string;
  isTooHeavy?: boolean;
}

/**
 * The pixels of a drawing, RGBA. One that takes too much of processor or memory is refused with 409; 503 where its renderer
 * was ended. One at a time: the caller sees to that.
 */
export async function renderSvg(svg: string, fontFiles: string[]): Promise<Buffer> {
  const used = await openRenderer();
  used.ref();
  used.channel?.ref();
  const answer = new Promise<Rendered>((resolve) => {
    const end = (told: Rendered) => {
      used.off("message", end).off("exit", ended);
      resolve(told);
    };
    const ended = () => end({});
    used.on("message", end).on("exit", ended);
  });
  if (used.connected) used.send({ svg, fontFiles }, () => undefined);
  const { pixels, problem, isTooHeavy }: Rendered = used.connected ? await answer : {};
  // It is about to end itself.
  if (isTooHeavy) renderer = undefined;
  rest(used);
  if (problem) throw new Error(`The drawing could not be read: ${problem}`);
  if (isTooHeavy) throw failure("CONFLICT", tooHeavy);
  if (!pixels) throw failure("UNAVAILABLE", undefined, { retryAfter: 5 });
  return Buffer.from(pixels.buffer, pixels.byteOffset, pixels.byteLength);
}

export const tooHeavy = "This design takes too long to draw. Please use fewer or smaller texts with shadows.";
