import { createServer } from "node:http";
import type { FastifyInstance } from "fastify";
import type { Config } from "./config.ts";
import { errorBody, failure } from "./platform/failure.ts";

/** @throws one sentence that names HOST or PORT where the shop cannot listen there. */
export async function listen(http: FastifyInstance, { host, port }: Pick<Config, "host" | "port">) {
  try {
    await http.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE") {
      throw new Error(
        `PORT ${port} is in use on ${host}: stop the program that listens there, or set another PORT.`,
      );
    }
    if (code === "EACCES") {
      throw new Error(`PORT ${port} is not open to this user: set another PORT, such as 3000.`);
    }
    if (["ENOTFOUND", "EADDRNOTAVAIL", "EAI_AGAIN", "EAFNOSUPPORT", "EINVAL"].includes(code ?? "")) {
      throw new Error(`HOST "${host}" is no address of this machine.`);
    }
    throw error;
  }
}

/**
 * Answers while the shop is being opened, where a migration makes that last: that the process lives at /healthz, and 503
 * to all else, so that an orchestrator neither ends it nor sends it visitors. A port that is in use is left to `listen`.
 * A usual start is over before `afterMs`: a proxy that finds the port closed hands any request on to another process,
 * while one that was answered 503 it must not send again.
 *
 * @returns how to end it, which frees the port.
 */
export function listenForHealth(
  { host, port }: Pick<Config, "host" | "port">,
  afterMs = 3_000,
): () => Promise<void> {
  const starting = failure("UNAVAILABLE", "The shop is starting, and its database migrating.");
  const server = createServer((request, response) => {
    const lives = request.url?.split("?")[0] === "/healthz";
    response.writeHead(lives ? 200 : 503, {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      ...(lives ? {} : { "retry-after": "5" }),
      connection: "close",
    });
    response.end(JSON.stringify(lives ? { ok: true } : errorBody(starting, "start")));
  });
  server.on("error", () => undefined);
  const timer = setTimeout(() => server.listen({ host, port }), afterMs);
  return async () => {
    clearTimeout(timer);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}
