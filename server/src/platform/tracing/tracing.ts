import type { Log } from "#server/platform/log.ts";
import type { Tracing } from "./spans.ts";

const untraced: Tracing = {
  span: (_name, _attributes, work) => work(),
  root: (_name, work) => work(),
  requests: () => undefined,
  statements: () => undefined,
  stop: async () => undefined,
};

/** Without an endpoint nothing is loaded, hooked or wrapped. One a process: what it subscribes to is the process's. */
export async function openTracing(
  { otlpEndpoint, traceRatio }: { otlpEndpoint: string | undefined; traceRatio: number },
  log: Log,
): Promise<Tracing> {
  if (!otlpEndpoint) return untraced;
  const { createTracing } = await import("./open-telemetry.ts");
  return createTracing({ endpoint: otlpEndpoint, ratio: traceRatio, log });
}
