import type { Tx } from "#server/db/database.ts";
import type { Platform } from "#server/platform/platform.ts";

const retryable = new Set(["40P01", "40001"]);

/** A transaction that is made once more where PostgreSQL ended it to resolve a deadlock. */
export async function inTransaction<T>(
  platform: Pick<Platform, "db">,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await platform.db.transaction(work);
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
