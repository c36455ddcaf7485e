import type { Log } from "./platform/log.ts";

/** A second signal, or ten seconds, ends what does not end by itself. */
export function stopOnSignals(stop: () => Promise<void>, log: Log): void {
  let stopping = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      setTimeout(() => process.exit(1), 9_800).unref();
      stop().then(
        () => process.exit(0),
        (error) => {
          log.error({ err: error }, "stop failed");
          process.exit(1);
        },
      );
    });
  }
}
