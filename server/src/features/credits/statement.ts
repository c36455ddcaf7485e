import type { CreditEntry } from "#contract/credits.ts";
import type { Role } from "#contract/roles.ts";
import type { Tx } from "#server/db/database.ts";
import {
  findStatement,
  findStatementPart,
  findUserIdByEmail,
  type StatementQuery,
  type StatementRow,
} from "./statement.repository.ts";

export interface Reader {
  id: string;
  email: string;
  role: Role;
}

/** The statement that the reader may see: the own one, for an admin anybody's by e-mail; else an empty one. */
export async function readStatement(
  tx: Tx,
  reader: Reader,
  query: StatementQuery & { userEmail?: string | undefined },
): Promise<{ entries: CreditEntry[]; total: number }> {
  const userId = await ownerFor(tx, reader, query.userEmail?.trim().toLowerCase());
  if (!userId) return { entries: [], total: 0 };
  const { rows, total } = await findStatement(tx, userId, query);
  return { entries: rows.map(entryOf), total };
}

const partSize = 1000;

/** The whole statement, a part at a time, however long it is; what is booked meanwhile is not in it. */
export async function* readWholeStatement(
  tx: Tx,
  reader: Reader,
  userEmail: string | undefined,
): AsyncGenerator<CreditEntry[]> {
  const userId = await ownerFor(tx, reader, userEmail?.trim().toLowerCase());
  let below: number | null = null;
  while (userId) {
    const rows: StatementRow[] = await findStatementPart(tx, userId, below, partSize);
    if (rows.length > 0) yield rows.map(entryOf);
    if (rows.length < partSize) return;
    below = rows.at(-1)!.id;
  }
}

async function ownerFor(tx: Tx, reader: Reader, email: string | undefined): Promise<string | null> {
  if (email === undefined || email === reader.email.toLowerCase()) return reader.id;
  return reader.role === "Admin" ? findUserIdByEmail(tx, email) : null;
}

function entryOf(row: StatementRow): CreditEntry {
  return {
    _id: String(row.id),
    createdAt: row.createdAt.toISOString(),
    amount: row.amount,
    balanceAfter: row.balanceAfter ?? 0,
    reason: row.reason,
    ...(row.orderId ? { orderId: row.orderId } : {}),
    ...(row.generationId ? { generationId: row.generationId } : {}),
    ...(row.note ? { note: row.note } : {}),
  };
}
