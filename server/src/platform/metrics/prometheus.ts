import type { Counter, Histogram } from "@prometheus-io/client";
import { counters, histograms, type Recorder } from "./measures.ts";

/**
 * Counts with the Prometheus project's own client, in a registry of its own. The package stays outside of the bundle and
 * is imported here alone: one that were imported at the head of a file would be loaded at each start.
 */
export async function createRecorder(): Promise<Recorder> {
  const { default: client } = await import("@prometheus-io/client");
  const registry = new client.Registry();
  const registers = [registry];
  // Memory, processor time, event loop and garbage collection under the names that every dashboard of Node knows.
  client.collectDefaultMetrics({ register: registry });
  const counting = new Map<string, Counter<string>>();
  for (const [name, { help, labels }] of Object.entries(counters)) {
    const counter = new client.Counter<string>({ name, help, labelNames: Object.keys(labels), registers });
    for (const known of combinations(labels)) counter.inc(known, 0);
    counting.set(name, counter);
  }
  const observing = new Map<string, Histogram<string>>();
  for (const [name, { help, labels, buckets }] of Object.entries(histograms))
    observing.set(
      name,
      new client.Histogram({ name, help, labelNames: labels, buckets: [...buckets], registers }),
    );

  return {
    count: (name, labels) => counting.get(name)?.inc(labels),
    observe: (name, labels, seconds) => observing.get(name)?.observe(labels, seconds),
    gauges(name, { help, label, read }) {
      const gauge = new client.Gauge<string>({
        name,
        help,
        labelNames: label ? [label] : [],
        registers,
        async collect() {
          const values = await Promise.resolve(read()).catch(() => ({}));
          gauge.reset();
          for (const [key, value] of Object.entries(values))
            gauge.set(label ? { [label]: key } : {}, Number(value));
        },
      });
    },
    async read() {
      return { type: registry.contentType, text: await registry.metrics() };
    },
  };
}

/** None where a label's values are not known. */
function combinations(labels: Record<string, readonly string[] | null>): Record<string, string>[] {
  return Object.entries(labels).reduce<Record<string, string>[]>(
    (some, [label, values]) =>
      some.flatMap((one) => (values ?? []).map((value) => ({ ...one, [label]: value }))),
    [{}],
  );
}
