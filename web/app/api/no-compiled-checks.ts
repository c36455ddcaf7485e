import type { config } from "zod/v4/core";

declare global {
  var __zod_globalConfig: NonNullable<Parameters<typeof config>[0]> | undefined;
}

/**
 * The schema library may not compile its checks under the pages' policy, and asking whether it may is reported as a
 * breach. This is the object that `z.config` writes to: made before the library loads, so that the pages which load
 * no schema need not load the library for it. The server, where no policy stands, goes on compiling.
 */
if (typeof document !== "undefined") globalThis.__zod_globalConfig = { jitless: true };
