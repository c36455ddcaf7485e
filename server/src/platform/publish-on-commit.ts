import type { Tx } from "#server/db/database.ts";
import type { Platform } from "./platform.ts";

/**
 * Runs a write in a transaction that tells every process with its commit. This process drops its own copies before the
 * writer is answered, who therefore sees the change on the very next page; the others follow with the NOTIFY.
 */
export async function publishOnCommit<T>(
  platform: Platform,
  topic: string,
  data: Record<string, string>,
  write: (tx: Tx) => Promise<T>,
): Promise<T> {
  const result = await platform.db.transaction(async (tx) => {
    const written = await write(tx);
    await platform.events.publish(tx, topic, data);
    return written;
  });
  platform.events.deliver(topic, data);
  return result;
}
