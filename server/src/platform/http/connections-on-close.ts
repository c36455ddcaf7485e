import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

declare module "fastify" {
  interface FastifyInstance {
    /** Still answers, but is about to close. */
    isDraining: boolean;
  }
}

/** How long a request that is on its way may take to arrive once the port is closed. */
const arrivalMs = 500;

/**
 * A connection that a client or a proxy keeps for its next request ends with the next answer once the server drains or
 * closes: closing would else wait until the client lets go of it, which can take ten minutes. Node counts a connection
 * on which nothing came yet, such as browsers open ahead of need, among the busy ones: those, and half a head, end here.
 */
export function endConnectionsOnClose(app: FastifyInstance): void {
  /** How many requests are being answered, of each connection. */
  const answering = new Map<Socket, number>();
  let sweep: NodeJS.Timeout | undefined;
  app.decorate("isDraining", false);
  app.server.on("connection", (socket: Socket) => {
    answering.set(socket, 0);
    socket.once("close", () => answering.delete(socket));
  });
  app.server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    const add = (change: number) => {
      const now = answering.get(socket);
      if (now !== undefined) answering.set(socket, now + change);
    };
    add(1);
    response.once("close", () => add(-1));
  });
  app.addHook("preClose", async () => {
    app.isDraining = true;
    let closedAt: number | undefined;
    sweep = setInterval(() => {
      // Others may take a while before it closes, and until then what comes is answered.
      if (app.server.listening) return;
      closedAt ??= performance.now();
      app.server.closeIdleConnections();
      if (performance.now() - closedAt < arrivalMs) return;
      for (const [socket, requests] of answering) if (requests === 0) socket.destroy();
    }, 100);
  });
  app.addHook("onSend", async (_request, reply) => {
    if (app.isDraining) reply.header("connection", "close");
  });
  app.addHook("onClose", async () => clearInterval(sweep));
}
