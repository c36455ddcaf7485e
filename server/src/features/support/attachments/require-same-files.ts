import type { Tx } from "#server/db/database.ts";
import { requireSame } from "#server/platform/failure.ts";
import { findAttachments } from "./attachments.repository.ts";

/** Throws 409 where a message that is sent again brings other files than it stands with. Null: the ticket's first one. */
export async function requireSameFiles(
  tx: Tx,
  { ticketId, messageId }: { ticketId: string; messageId: string | null },
  sent: readonly string[],
): Promise<void> {
  const standing = (await findAttachments(tx, [ticketId])).filter((file) => file.messageId === messageId);
  requireSame({ files: standing.map(({ id }) => id).toSorted() }, { files: [...new Set(sent)].toSorted() });
}
