import type { TicketRecord } from "#contract/support.ts";
import type { Tx } from "#server/db/database.ts";
import { deleteAttachmentsOf } from "./attachments.repository.ts";
import { eraseTicketsOf } from "./erasure.repository.ts";
import { recordsOf } from "./ticket-records.ts";
import { listTickets } from "./tickets.repository.ts";

/**
 * Takes a person's name, address and words out of their tickets, in the transaction that erases the account. Answers
 * the files to remove from the storage once it is committed.
 */
export async function eraseSupport(
  tx: Tx,
  userId: string,
  pseudonym: { name: string; email: string },
): Promise<{ fileKeys: string[] }> {
  const fileKeys = await deleteAttachmentsOf(tx, userId);
  await eraseTicketsOf(tx, userId, pseudonym);
  return { fileKeys };
}

/** Everything a person wrote to the support and got from it, for the export of their data. */
export async function exportSupport(tx: Tx, userId: string): Promise<TicketRecord[]> {
  const { rows } = await listTickets(tx, { ownerId: userId, order: "asc" }, userId, "user");
  return recordsOf(tx, rows, "user");
}
