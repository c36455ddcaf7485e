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

/** PostgreSQL lets go of a machine that vanished without a word within a minute, and so of the locks of its jobs. */
const keepAlive =
  "set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3";

/**
 * Of every session. Statements are ended after 15 s, and a transaction that idles is ended too: none may stay open
 * across a call to another service. PostgreSQL on Windows knows no such keep-alive and would say so each time. They are
 * set by a statement, as poolers refuse or drop those that come with the connection.
 */
const sessionSettings = `set statement_timeout = 15000; set idle_in_transaction_session_timeout = 10000;
  set timezone = 'UTC'; ${process.platform === "win32" ? "" : keepAlive}`;

const setSession = { text: sessionSettings, query_timeout: 5_000 };

/** Connections of a process beside the one that listens, and the next one that takes its place. */
export const poolSize = 20;

/** Opens the pool. */
export function openDatabase(
  connectionString: string,
  options: { max?: number; onError?: (error: Error) => void } = {},
): Database {
  const pool = new pg.Pool({
    connectionString,
    max: options.max ?? poolSize,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    onConnect: (client) => client.query(setSession),
  });
  // The pool listens to idle connections alone: one that breaks while it is lent out, as in a transaction, would end
  // the process. Whoever has it learns of it by the statement that fails.
  pool.on("connect", (client) => client.on("error", () => undefined));
  // A connection that the server ends after the pool let go of it is no loss.
  pool.on("error", (error) => !pool.ending && options.onError?.(error));
  return { db: drizzle(pool), pool, connectionString, close: () => pool.end() };
}
