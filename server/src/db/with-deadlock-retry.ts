import type { Db, Tx } from "./database.ts";

/** `deadlock_detected` and `serialization_failure`: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const retryable = new Set(["40P01", "40001"]);

/** Runs a transaction, and again where PostgreSQL ended it to resolve a deadlock: three times at most. */
export async function withDeadlockRetry<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction(work);
    } catch (error) {
      if (attempt >= 3 || !retryable.has(codeOf(error))) throw error;
    }
  }
}

function codeOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code } = at as { code?: unknown };
    if (typeof code === "string") return code;
  }
  return "";
}
