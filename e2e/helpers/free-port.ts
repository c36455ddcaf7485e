import { createServer } from "node:net";

/** Ports of shops that have ended, the last one last. */
const left: number[] = [];

/** A port of the loopback address that nothing listens on. */
export async function freePort(): Promise<number> {
  const port = await listenOnce(0);
  if (port === null) throw new Error("no port");
  return port;
}

/** The port of the shop before this one, if it is free still: what a browser keeps of a shop, it keeps by its origin. */
export async function takePort(): Promise<number> {
  const former = left.pop();
  return former !== undefined && (await listenOnce(former)) === former ? former : freePort();
}

export function leavePort(port: number): void {
  left.push(port);
}

/** The port that could be listened on, or null. */
function listenOnce(wanted: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(null));
    server.listen(wanted, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(address && typeof address === "object" ? address.port : null));
    });
  });
}
