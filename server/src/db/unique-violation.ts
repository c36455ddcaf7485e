import { DrizzleQueryError } from "drizzle-orm";
import { DatabaseError } from "pg";

export function isQueryError(error: unknown): boolean {
  return error instanceof DrizzleQueryError;
}

/** Whether a statement was undone because it would have broken the unique index of this name. */
export function isUniqueViolation(error: unknown, index: string): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  return cause instanceof DatabaseError && cause.code === "23505" && cause.constraint === index;
}
