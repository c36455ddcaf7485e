import { createConnection, createServer, type Server, type Socket } from "node:net";
import { onTestFinished } from "vitest";

export type Target = { host: string; port: number } | { path: string };

export interface TcpProxy {
  port: number;
  /** Breaks every connection and takes none. */
  cut(): Promise<void>;
  /** Hands nothing on any more of what is open, and ends none of it, as a machine that vanished; new ones work. */
  freeze(): void;
  /** Takes connections again, on the same port. */
  mend(): Promise<void>;
  /** Connections that are open now. */
  open(): number;
}

/**
 * A port that hands each connection on to whichever target it is told at that moment; it can be cut off. Ended with
 * the test.
 */
export async function startTcpProxy(target: () => Target | null): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let server: Server | null = null;
  let port = 0;

  function connect(near: Socket): void {
    const goal = target();
    if (!goal) {
      near.destroy();
      return;
    }
    const far = createConnection(goal);
    sockets.add(near);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on("error", () => other.destroy());
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }

  async function mend(): Promise<void> {
    const next = createServer(connect);
    next.on("error", () => undefined);
    await new Promise<void>((resolve) => next.listen(port, "127.0.0.1", resolve));
    port = (next.address() as { port: number }).port;
    server = next;
  }

  async function cut(): Promise<void> {
    const closing = server;
    server = null;
    const closed = closing && new Promise((resolve) => closing.close(resolve));
    for (const socket of sockets) socket.resetAndDestroy();
    await closed;
  }

  function freeze(): void {
    for (const socket of sockets) socket.pause().unpipe();
  }

  await mend();
  onTestFinished(cut);
  return { port, cut, freeze, mend, open: () => sockets.size };
}

/** Where the PostgreSQL of a connection string listens. */
export function targetOf(connectionString: string): Target {
  const { hostname, port } = new URL(connectionString);
  const host = decodeURIComponent(hostname);
  return host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port: Number(port) };
}
