import type { Generation } from "#contract/generations.ts";
import type { Tx } from "#server/db/database.ts";
import type { EventStream, EventStreams } from "#server/platform/http/event-stream.ts";
import type { Platform } from "#server/platform/platform.ts";
import { readGeneration } from "./generations.service.ts";

/** A reading that has not ended by then, a stream no longer waits for. */
const longestReadingMs = 60_000;

const topicOf = (id: string) => `generation:${id}`;

/** Tells every process that a generation has changed; inside a transaction it goes out with the commit. */
export function publishGeneration({ events }: Platform, tx: Tx, id: string): Promise<void> {
  return events.publish(tx, topicOf(id));
}

/**
 * Sends a generation as it is now and at each change, and ends with it; throws 404 before anything is sent. Changes are
 * heard of through the database, so it does not matter which process works on it. Each event is the whole generation:
 * one that was missed, or a Last-Event-ID, makes no difference.
 */
export async function streamGeneration(
  platform: Platform,
  streams: EventStreams,
  incoming: Parameters<EventStreams["open"]>[0],
  id: string,
): Promise<void> {
  let changed = false;
  let notify = () => {};
  let stream: EventStream | undefined;
  const unsubscribe = platform.events.subscribe(topicOf(id), () => {
    changed = true;
    notify();
  });
  try {
    let generation = await readGeneration(platform, incoming.viewer.id, id);
    stream = streams.open(incoming, () => notify());
    stream.send(generation);
    while (!isOver(generation) && !stream.closed) {
      if (!changed) {
        let late: NodeJS.Timeout | undefined;
        await new Promise<void>((resolve) => {
          notify = resolve;
          if (generation.reading) late = setTimeout(resolve, longestReadingMs).unref();
        });
        clearTimeout(late);
      }
      if (stream.closed) return;
      changed = false;
      generation = await readGeneration(platform, incoming.viewer.id, id);
      stream.send(generation);
    }
  } catch (error) {
    if (!stream) throw error;
    // Deleted meanwhile, or the database is away: the browser comes back and is told.
  } finally {
    stream?.close();
    unsubscribe();
  }
}

function isOver({ stage, reading }: Generation): boolean {
  return stage === "failed" || (stage === "done" && !reading);
}
