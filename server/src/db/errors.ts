import { DrizzleQueryError } from "drizzle-orm";
import { DatabaseError } from "pg";

export function isQueryError(error: unknown): boolean {
  return error instanceof DrizzleQueryError;
}

/** Whether a statement was undone because it would have broken the unique index of this name. */
export function isUniqueViolation(error: unknown, index: string): boolean {
  const cause = causeOf(error);
  return cause?.code === "23505" && cause.constraint === index;
}

/** Whether a statement was undone because it would have left the column of this name null. */
export function isNullViolation(error: unknown, column: string): boolean {
  const cause = causeOf(error);
  return cause?.code === "23502" && cause.column === column;
}

function causeOf(error: unknown): DatabaseError | null {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  return cause instanceof DatabaseError ? cause : null;
}

/**
 * Errors after which the same request may succeed in a moment and nothing of it was stored: PostgreSQL's SQLSTATEs, two
 * characters for a whole class (https://www.postgresql.org/docs/current/errcodes-appendix.html), and Node's of the
 * connection (https://nodejs.org/docs/latest-v24.x/api/errors.html#common-system-errors).
 */
const transientCodes: Record<string, string> = {
  "08": "the connection broke or was refused; 08P01 is what PgBouncer says of a server that it can't reach",
  "53": "no disk (53100), memory (53200) or connection (53300) is left",
  "25006": "it is read-only: a standby that has not taken over yet, or a disk that its provider has closed",
  "40001": "others changed the same rows at the same time",
  "40P01": "a deadlock, which this transaction was chosen to give way in",
  "55P03": "a lock was not to be had in time, as while a migration runs",
  "57014": "the statement took longer than it may, or was ended by an administrator",
  "57P01": "it stops",
  "57P02": "another of its processes crashed, and all end",
  "57P03": "it starts, or recovers",
  "57P05": "it ended an idle connection just when that was to be used",
  EAI_AGAIN: "the name of its host can't be asked for",
  ECONNREFUSED: "nothing listens",
  ECONNRESET: "the connection broke",
  EHOSTUNREACH: "no way leads to its host",
  ENETUNREACH: "no way leads to its network",
  ENOENT: "the socket of the shop's own is not there",
  EPIPE: "the connection broke",
  ETIMEDOUT: "its host does not answer",
};

/** The driver's own, which have no code. */
const driver =
  /timeout exceeded when trying to connect|Connection terminated|is not queryable|pool after calling end/i;

/** Whether the error or one of its causes is of the database and passes by itself. */
export function isTransient(error: unknown): boolean {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    const { code } = at as { code?: unknown };
    if (
      typeof code === "string" &&
      (transientCodes[code] || (code.length === 5 && transientCodes[code.slice(0, 2)]))
    )
      return true;
    if (driver.test(at.message)) return true;
  }
  return false;
}
