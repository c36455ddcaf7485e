import type { FastifyInstance } from "fastify";
import type { Config } from "./config.ts";

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
