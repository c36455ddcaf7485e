import type { Socket } from "node:net";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";

export type Db = NodePgDatabase;
/** A transaction or the database itself: what a repository takes. */
export type Tx = Db | Parameters<Parameters<Db["transaction"]>[0]>[0];

export interface Database {
  db: Db;
  pool: pg.Pool;
  connectionString: string;
  close(): Promise<void>;
}

/**
 * PostgreSQL lets go of a machine that vanished without a word within a minute, and so of its locks. On Windows it knows no
 * such keep-alive and would say so each time.
 */
export const keepAlive =
  process.platform === "win32"
    ? ""
    : "set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3";

/**
 * Of every session. Statements are ended after 15 s, and a transaction that idles is ended too: none may stay open
 * across a call to another service. They are set by a statement, as poolers refuse or drop those that come with the
 * connection.
 */
const sessionSettings = `set statement_timeout = 15000; set idle_in_transaction_session_timeout = 10000;
  set timezone = 'UTC'; ${keepAlive}`;

const setSession = { text: sessionSettings, query_timeout: 5_000 };

/** Connections of a process beside the one that listens, and the next one that takes its place. */
export const poolSize = 20;

export interface DatabaseOptions {
  max?: number;
  onError?: (error: Error) => void;
  /** After how many milliseconds without a byte a statement's connection is given up; never without it. */
  silenceMs?: number;
}

/** Opens the pool. */
export function openDatabase(connectionString: string, options: DatabaseOptions = {}): Database {
  const pool = new pg.Pool({
    connectionString,
    max: options.max ?? poolSize,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    onConnect: (client) => client.query(setSession),
  });
  // The pool listens to idle connections alone: one that breaks while it is lent out, as in a transaction, would end
  // the process. Whoever has it learns of it by the statement that fails.
  pool.on("connect", (client) => client.on("error", () => undefined));
  // A connection that the server ends after the pool let go of it is no loss.
  pool.on("error", (error) => !pool.ending && options.onError?.(error));
  const stopLooking = options.silenceMs ? endSilentConnections(pool, options.silenceMs) : () => undefined;
  const db = drizzle(pool);
  db.transaction = (work, config) => runTransaction(pool, work, config);
  return {
    db,
    pool,
    connectionString,
    async close() {
      await pool.end();
      stopLooking();
    },
  };
}

/** Opens the pool for the while of some work. */
export async function usingDatabase<Result>(
  connectionString: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase(connectionString, { max: 2 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/**
 * Drizzle's own, over the pool, never gives back a connection whose BEGIN failed: each outage would take some of the
 * pool's for good. https://github.com/drizzle-team/drizzle-orm/issues/6023
 */
async function runTransaction<Result>(
  pool: pg.Pool,
  work: (tx: Parameters<Parameters<Db["transaction"]>[0]>[0]) => Promise<Result>,
  config: Parameters<Db["transaction"]>[1],
): Promise<Result> {
  const client = await pool.connect();
  try {
    return await drizzle(client).transaction(work, config);
  } finally {
    // One whose ROLLBACK failed is not idle, and of no use to the next.
    client.release(client.getTransactionStatus() !== "I");
  }
}

/**
 * Gives up connections on which a statement was sent and nothing comes, as of a machine that vanished without a word: TCP
 * alone would wait for a quarter of an hour, and the pool be full meanwhile. Answers how to end it.
 */
function endSilentConnections(pool: pg.Pool, silenceMs: number): () => void {
  const heard = new Map<pg.PoolClient, { bytes: number; at: number }>();
  pool.on("connect", (client) => heard.set(client, { bytes: 0, at: performance.now() }));
  pool.on("remove", (client) => heard.delete(client));
  const look = () => {
    for (const [client, last] of heard) {
      const { bytesRead: bytes } = client.connection.stream as Socket;
      const { readyForQuery } = client as unknown as { readyForQuery: boolean };
      if (readyForQuery || bytes !== last.bytes) heard.set(client, { bytes, at: performance.now() });
      else if (performance.now() - last.at > silenceMs) client.connection.stream.destroy();
    }
  };
  const timer = setInterval(look, silenceMs / 4).unref();
  return () => clearInterval(timer);
}
