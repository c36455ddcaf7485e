import type { Tx } from "#server/db/database.ts";
import { newId } from "./ids.ts";
import type { Platform } from "./platform.ts";

/** How long a write waits for its own news; it is usually there within a few milliseconds. */
const newsMilliseconds = 1_000;

/**
 * Runs a write in a transaction and tells every process with its commit. Returns once this process has heard of it as
 * well, so that whoever is answered sees the change on the very next page.
 */
export async function publishOnCommit<T>(
  platform: Pick<Platform, "db" | "events">,
  topic: string,
  news: Record<string, string>,
  write: (tx: Tx) => Promise<T>,
): Promise<T> {
  const token = newId();
  let stop = () => {};
  const heard = new Promise<void>((resolve) => {
    // Of those who listen to a topic it comes last, so that every copy has been dropped by then.
    stop = platform.events.subscribe(topic, (data) => {
      if ((data as { token?: string } | null)?.token === token) resolve();
    });
  });
  try {
    const result = await platform.db.transaction(async (tx) => {
      const written = await write(tx);
      await platform.events.publish(tx, topic, { ...news, token });
      return written;
    });
    let timer: NodeJS.Timeout | undefined;
    const waited = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, newsMilliseconds);
    });
    await Promise.race([heard, waited]);
    clearTimeout(timer);
    return result;
  } finally {
    stop();
  }
}
