import type { SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { QueryResult } from "pg";
import type { Tx } from "./database.ts";

const dialect = new PgDialect();

/**
 * Runs a statement under a name, so that each connection has PostgreSQL parse and plan it once: for the statements
 * that every run makes, that is most of their cost. The text must be the same each time. A builder's query has
 * `.prepare(name)` for it.
 */
export async function executePrepared<Row extends Record<string, unknown>>(
  tx: Tx,
  name: string,
  statement: SQL,
): Promise<Row[]> {
  const prepared = tx._.session.prepareQuery(dialect.sqlToQuery(statement), undefined, name, false);
  return ((await prepared.execute()) as QueryResult<Row>).rows;
}

/**
 * A builder's query that is built once for each database rather than at every call, for what every request asks. It
 * takes its values by `sql.placeholder(name)`. In a transaction it is built anew.
 */
export function preparedOnce<Query extends object>(build: (tx: Tx) => Query): (tx: Tx) => Query {
  const built = new WeakMap<Tx, Query>();
  return (tx) => {
    const found = built.get(tx) ?? build(tx);
    built.set(tx, found);
    return found;
  };
}
