import { sql } from "drizzle-orm";
import pg from "pg";
import type { Db, Tx } from "#server/db/database.ts";
import type { Log } from "./log.ts";

/**
 * Events between processes: LISTEN/NOTIFY on one channel, one connection a process.
 * https://www.postgresql.org/docs/current/sql-notify.html
 */
export interface Events {
  /** Inside a transaction the event goes out with its commit. At most 7,900 bytes: ids, not contents. */
  publish(tx: Tx, topic: string, data?: unknown): Promise<void>;
  /** Runs this process's handlers at once, for one who cannot wait for the NOTIFY, which runs them again. */
  deliver(topic: string, data: unknown): void;
  /** Returns how to end it. Handlers also run with `{ missed: true }` after a lost connection: then read again. */
  subscribe(topic: string, handler: (data: unknown) => void): () => void;
  stop(): Promise<void>;
}

const channel = "thumbsmith_events";
const heartbeatMs = 15_000;

/** Reaches every process once the transaction has committed. */
export async function notify(tx: Tx, topic: string, data: unknown = null): Promise<void> {
  await tx.execute(sql`select pg_notify(${channel}, ${JSON.stringify({ topic, data })})`);
}

/**
 * Runs a write in a transaction that tells every process with its commit. This process drops its own copies before the
 * writer is answered, who therefore sees the change on the very next page; the others follow with the NOTIFY.
 */
export async function publishOnCommit<T>(
  { db, events }: { db: Db; events: Events },
  topic: string,
  data: Record<string, string>,
  write: (tx: Tx) => Promise<T>,
): Promise<T> {
  const result = await db.transaction(async (tx) => {
    const written = await write(tx);
    await events.publish(tx, topic, data);
    return written;
  });
  events.deliver(topic, data);
  return result;
}

export async function startEvents(connectionString: string, log: Log): Promise<Events> {
  const handlers = new Map<string, Set<(data: unknown) => void>>();
  let client: pg.Client | null = null;
  let stopped = false;
  let retry: NodeJS.Timeout | null = null;

  function deliver(topic: string, data: unknown): void {
    for (const handler of handlers.get(topic) ?? []) {
      try {
        handler(data);
      } catch (error) {
        log.error({ err: error, topic }, "an event handler failed");
      }
    }
  }

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      application_name: "events",
    });
    next.on("notification", (message) => {
      const { topic, data } = JSON.parse(message.payload ?? "{}") as { topic: string; data: unknown };
      deliver(topic, data);
    });
    next.on("error", () => undefined);
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
    } catch (error) {
      void next.end().catch(() => undefined);
      throw error;
    }
    if (stopped) return void (await next.end());
    client = next;
    // Only a connection that once stood is followed by a new one here; one that failed is tried again by its caller.
    next.once("end", () => {
      client = null;
      if (!stopped) reconnectSoon();
    });
  }

  function reconnectSoon(): void {
    retry = setTimeout(async () => {
      try {
        await connect();
        for (const topic of handlers.keys()) deliver(topic, { missed: true });
      } catch {
        if (!stopped) reconnectSoon();
      }
    }, 500);
  }

  /** A line that was cut without a word is noticed by the answer that does not come. */
  const heartbeat = setInterval(() => {
    const asked = client;
    asked?.query("select 1").catch(() => asked.connection.stream.destroy());
  }, heartbeatMs);
  heartbeat.unref();

  await connect();
  return {
    publish: notify,
    deliver,
    subscribe(topic, handler) {
      const set = handlers.get(topic) ?? new Set();
      handlers.set(topic, set.add(handler));
      return () => {
        set.delete(handler);
        if (set.size === 0) handlers.delete(topic);
      };
    },
    async stop() {
      stopped = true;
      clearInterval(heartbeat);
      if (retry) clearTimeout(retry);
      await client?.end();
    },
  };
}
