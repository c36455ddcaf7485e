import type { Gauges, Recorder } from "./measures.ts";

/**
 * What Prometheus reads of this shop. Until somebody may read it nothing is counted and the library is not loaded, so
 * that a shop that nobody watches pays nothing. Each shop has its own: tests run several in one process.
 */
export interface Metrics extends Recorder {
  /** Loads the library and begins to count; so does reading. */
  open(): Promise<void>;
}

export function createMetrics(): Metrics {
  const kept: [string, Gauges][] = [];
  let opening: Promise<Recorder> | null = null;
  let recorder: Recorder | null = null;

  async function open(): Promise<Recorder> {
    const { createRecorder } = await import("./prometheus.ts");
    const opened = await createRecorder();
    for (const [name, gauges] of kept) opened.gauges(name, gauges);
    recorder = opened;
    return opened;
  }
  const opened = () => {
    opening ??= open();
    return opening;
  };

  return {
    count: (name, labels) => recorder?.count(name, labels),
    observe: (name, labels, seconds) => recorder?.observe(name, labels, seconds),
    gauges(name, gauges) {
      kept.push([name, gauges]);
      recorder?.gauges(name, gauges);
    },
    open: async () => void (await opened()),
    read: async () => (await opened()).read(),
  };
}
