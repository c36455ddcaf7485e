import type { TicketRecord } from "#contract/support.ts";
import type { Tx } from "#server/db/database.ts";
import { discardAttachmentsOf } from "./attachments/attachments.repository.ts";
import { eraseTicketsOf } from "./tickets/messages.repository.ts";
import { recordsOf } from "./tickets/ticket-records.ts";
import { listTickets } from "./tickets/tickets.repository.ts";

/**
 * Takes a person's name, address, words and files out of their tickets, in the transaction that erases the account.
 * The files themselves go with `deleteUnusedAttachments` once it is committed.
 */
export async function eraseSupport(
  tx: Tx,
  userId: string,
  pseudonym: { name: string; email: string },
): Promise<void> {
  await discardAttachmentsOf(tx, userId);
  await eraseTicketsOf(tx, userId, pseudonym);
}

/** Everything a person wrote to the support and got from it, for the export of their data. */
export async function exportSupport(tx: Tx, userId: string): Promise<TicketRecord[]> {
  const all = { ownerId: userId, order: "asc", pageSize: 1_000_000 } as const;
  const { rows } = await listTickets(tx, all, userId, "user");
  return recordsOf(tx, rows, "user");
}
