import type { CreditEntry } from "#contract/credits.ts";
import type { Tx } from "#server/db/database.ts";
import type { AskingViewer } from "#server/platform/http/viewer.ts";
import {
  findStatement,
  findStatementPart,
  findUserIdByEmail,
  type StatementQuery,
  type StatementRow,
} from "./statement.repository.ts";

/** The viewer's own statement; for an admin anybody's by e-mail. Another's is answered as an empty one. */
export async function readStatement(
  tx: Tx,
  viewer: AskingViewer,
  query: StatementQuery & { userEmail?: string | undefined },
): Promise<{ entries: CreditEntry[]; total: number }> {
  const userId = await ownerFor(tx, viewer, query.userEmail?.trim().toLowerCase());
  if (!userId) return { entries: [], total: 0 };
  const { rows, total } = await findStatement(tx, userId, query);
  return { entries: rows.map(entryOf), total };
}

const partSize = 1000;

/** The whole statement, a part at a time, however long it is; what is booked meanwhile is not in it. */
export async function* readWholeStatement(
  tx: Tx,
  viewer: AskingViewer,
  userEmail: string | undefined,
): AsyncGenerator<CreditEntry[]> {
  const userId = await ownerFor(tx, viewer, userEmail?.trim().toLowerCase());
  let below: number | null = null;
  while (userId) {
    const rows: StatementRow[] = await findStatementPart(tx, userId, below, partSize);
    if (rows.length > 0) yield rows.map(entryOf);
    if (rows.length < partSize) return;
    below = rows.at(-1)!.id;
  }
}

async function ownerFor(tx: Tx, viewer: AskingViewer, email: string | undefined): Promise<string | null> {
  if (email === undefined || email === viewer.email.toLowerCase()) return viewer.id;
  return viewer.role === "Admin" ? findUserIdByEmail(tx, email) : null;
}

function entryOf(row: StatementRow): CreditEntry {
  return {
    _id: String(row.id),
    createdAt: row.createdAt.toISOString(),
    amount: row.amount,
    balanceAfter: row.balanceAfter ?? 0,
    reason: row.reason,
    ...(row.orderId ? { orderId: row.orderId } : {}),
    ...(row.packageName ? { packageName: row.packageName } : {}),
    ...(row.generationId ? { generationId: row.generationId } : {}),
    ...(row.runTitle ? { runTitle: row.runTitle } : {}),
    ...(row.hasPictures ? { previewUrl: `/api/generations/${row.generationId}/images/1/preview` } : {}),
    ...(row.note ? { note: row.note } : {}),
  };
}
