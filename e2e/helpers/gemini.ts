import Fastify from "fastify";
import type { GeminiFault } from "#emulators/gemini/faults.ts";
import { geminiEmulator } from "#emulators/gemini/server.ts";
import { closeServer, controlOf } from "./emulator-server.ts";

export interface Gemini {
  /** What the shop has to be started with. */
  env: Record<string, string>;
  /** Strikes the next pictures that are asked for, or answers of another model, all of them where `times` is left out. */
  fail(
    fault: GeminiFault,
    options?: { times?: number; delayMs?: number; contains?: string; model?: string },
  ): Promise<void>;
  heal(): Promise<void>;
  /** The provider lists a model no longer. */
  drop(model: string): Promise<void>;
  /** How many pictures were asked for. */
  calls(): Promise<number>;
  close(): Promise<void>;
}

const imageModel = "gemini-nano-banana-2.1";

/** The emulator for Google's service on a port of its own, with plain pictures, steered over its control calls. */
export async function startGemini(): Promise<Gemini> {
  const app = Fastify({ forceCloseConnections: true });
  await app.register(geminiEmulator, { control: true, plain: true });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });

  const control = controlOf(url);

  return {
    env: { GEMINI_API_URL: url },
    async fail(fault, { times, delayMs, contains, model = imageModel } = {}) {
      await control("POST", "faults", {
        fault,
        ...(times === undefined ? {} : { times }),
        ...(delayMs === undefined ? {} : { delayMs }),
        match: { model, ...(contains === undefined ? {} : { contains }) },
      });
    },
    async heal() {
      await control("DELETE", "faults");
    },
    async drop(model) {
      await control("PUT", `models/${model}`, { state: "gone" });
    },
    async calls() {
      const answer = await control("GET", "requests");
      const { requests } = (await answer.json()) as { requests: { model: string }[] };
      return requests.filter(({ model }) => model === imageModel).length;
    },
    close: () => closeServer(app),
  };
}
