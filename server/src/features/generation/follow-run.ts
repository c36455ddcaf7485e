import type { Generation } from "#contract/generations.ts";
import type { EventStream, EventStreams } from "#server/platform/http/event-stream.ts";
import type { Platform } from "#server/platform/platform.ts";
import { readRun } from "./generation.service.ts";
import { runTopic } from "./run-topic.ts";

/**
 * Sends a run as it is now and at each change, and ends with it; throws 404 before anything is sent. Changes are heard
 * of through the database, so it does not matter which process works on the run. Each event is the whole run: one that
 * was missed, or a Last-Event-ID, makes no difference.
 */
export async function followRun(
  platform: Platform,
  streams: EventStreams,
  incoming: Parameters<EventStreams["open"]>[0],
  id: string,
): Promise<void> {
  let changed = false;
  let notify = () => {};
  let stream: EventStream | undefined;
  const unsubscribe = platform.events.subscribe(runTopic(id), () => {
    changed = true;
    notify();
  });
  try {
    let run = await readRun(platform, incoming.viewer.id, id);
    stream = streams.open(incoming, () => notify());
    stream.send(run);
    while (!isOver(run) && !stream.closed) {
      if (!changed) {
        await new Promise<void>((resolve) => {
          notify = resolve;
        });
      }
      if (stream.closed) return;
      changed = false;
      run = await readRun(platform, incoming.viewer.id, id);
      stream.send(run);
    }
  } catch (error) {
    if (!stream) throw error;
    // Deleted meanwhile, or the database is away: the browser comes back and is told.
  } finally {
    stream?.close();
    unsubscribe();
  }
}

function isOver(run: Generation): boolean {
  return run.stage === "done" || run.stage === "failed";
}
