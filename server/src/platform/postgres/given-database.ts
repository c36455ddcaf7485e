import pg from "pg";

/**
 * Sees at the start whether the PostgreSQL that DATABASE_URL names can be used.
 *
 * @throws one sentence that names the variable and the reason, and not the password.
 */
export async function requireGivenDatabase(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("select 1");
  } catch (error) {
    throw new Error(`The PostgreSQL that DATABASE_URL names cannot be used: ${reasonOf(error)}.`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A host with several addresses fails with a list of errors and no words of its own. */
function reasonOf(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  return (first instanceof Error ? first.message : String(first)).replace(/\.$/, "");
}
