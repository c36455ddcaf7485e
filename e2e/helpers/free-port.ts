import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Ports of shops that have ended, the last one last. */
const left: number[] = [];

/**
 * A port of the loopback address that nothing listens on. It is none of those that the system itself gives, to whoever
 * asks for any or connects to another: one of them could be gone before it is listened on. Nor 10080, the last of the ports
 * that browsers and `fetch` refuse: https://fetch.spec.whatwg.org/#port-blocking
 */
export const freePort = (): Promise<number> => listenOnce(randomInt(10_081, 32_768)).catch(freePort);

/** The port of the shop before this one, if it is free still: what a browser keeps of a shop, it keeps by its origin. */
export async function takePort(): Promise<number> {
  const former = left.pop();
  return former === undefined ? freePort() : listenOnce(former).catch(() => freePort());
}

export function leavePort(port: number): void {
  left.push(port);
}

/** The port, once it could be listened on. */
function listenOnce(wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(wanted, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });
}
