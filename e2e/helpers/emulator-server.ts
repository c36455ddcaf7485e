import { once } from "node:events";
import type { FastifyInstance } from "fastify";

/** Steers an emulator by its control calls. */
export function controlOf(url: string) {
  return async (method: string, path: string, body?: unknown): Promise<Response> => {
    const answer = await fetch(`${url}/control/${path}`, {
      method,
      ...(body ? { headers: { "content-type": "application/json" }, body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`The emulator answered ${answer.status} to ${method} ${path}.`);
    return answer;
  };
}

/** Once it listens no more. */
export async function closeServer(app: FastifyInstance): Promise<void> {
  const closed = once(app.server, "close");
  await app.close();
  await closed.catch(() => undefined);
}
