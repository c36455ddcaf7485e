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
