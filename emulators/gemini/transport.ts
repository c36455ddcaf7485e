import type { Socket } from "node:net";
import type { FastifyReply } from "fastify";
import type { GeminiFault } from "./faults.ts";

const page =
  "<!DOCTYPE html>\n<html lang=en>\n  <title>Error 502 (Server Error)!!1</title>\n  <p><b>502.</b> That’s an error." +
  "\n  <p>The server encountered a temporary error and could not complete your request.</p>\n</html>\n";

/** Calls that wait, and sockets that hang; a server that closes must not wait for them. */
export type Waiting = {
  pause: (milliseconds: number) => Promise<void>;
  hang: (socket: Socket) => void;
  end: () => void;
};

export function createWaiting(): Waiting {
  const sockets = new Set<Socket>();
  const timers = new Map<NodeJS.Timeout, () => void>();
  return {
    pause: (milliseconds) =>
      milliseconds <= 0
        ? Promise.resolve()
        : new Promise((resolve) => {
            const timer = setTimeout(() => {
              timers.delete(timer);
              resolve();
            }, milliseconds);
            timers.set(timer, resolve);
          }),
    hang: (socket) => {
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
    },
    end: () => {
      for (const [timer, resolve] of timers) {
        clearTimeout(timer);
        resolve();
      }
      timers.clear();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/**
 * Spoils an answer on its way. `text` gives the sound answer's JSON.
 * @returns whether the fault was one of the transport's, and the reply is taken.
 */
export async function spoil(
  fault: GeminiFault,
  reply: FastifyReply,
  waiting: Waiting,
  text: () => Promise<string>,
): Promise<boolean> {
  if (fault === "hang") {
    reply.hijack();
    waiting.hang(reply.raw.socket ?? reply.request.raw.socket);
    return true;
  }
  if (fault === "reset") {
    reply.hijack();
    reply.request.raw.socket.resetAndDestroy();
    return true;
  }
  if (fault === "reset-mid-body") {
    const whole = Buffer.from(await text());
    reply.hijack();
    reply.raw.writeHead(200, {
      "content-type": "application/json; charset=UTF-8",
      "content-length": whole.length,
    });
    const { socket } = reply.request.raw;
    reply.raw.write(whole.subarray(0, Math.floor(whole.length / 2)), () => socket.resetAndDestroy());
    return true;
  }
  if (fault === "truncated-json") {
    const whole = await text();
    await reply.type("application/json; charset=UTF-8").send(whole.slice(0, Math.floor(whole.length / 2)));
    return true;
  }
  if (fault === "html" || fault === "html-ok") {
    await reply
      .code(fault === "html" ? 502 : 200)
      .type("text/html; charset=UTF-8")
      .send(page);
    return true;
  }
  if (fault === "empty-body") {
    await reply.code(200).type("application/json; charset=UTF-8").send("");
    return true;
  }
  return false;
}
