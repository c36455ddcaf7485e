import type { SupportEvent } from "#contract/support-events.ts";
import type { Tx } from "#server/db/database.ts";
import type { Platform } from "#server/platform/platform.ts";

const topic = "support";

export interface TicketEvent extends SupportEvent {
  ownerId: string | null;
  /** Of a read receipt: the only user whom it is sent to. */
  readerId?: string;
}

/** Publishes that a ticket changed to every process; inside a transaction, with its commit. */
export async function publishTicketEvent(
  events: Platform["events"],
  tx: Tx,
  ticket: { id: string; userId: string | null },
  kind: SupportEvent["kind"],
): Promise<void> {
  await events.publish(tx, topic, { ticketId: ticket.id, ownerId: ticket.userId, kind });
}

/** Publishes to a user's own tabs what was read in one of them. */
export async function publishReadReceipt(
  events: Platform["events"],
  tx: Tx,
  ticketId: string,
  readerId: string,
): Promise<void> {
  await events.publish(tx, topic, { ticketId, ownerId: null, kind: "read", readerId });
}

/** What only the support staff may know of. */
const staffKinds = new Set<SupportEvent["kind"]>(["note", "presence"]);

/**
 * Calls the listener for each ticket that concerns a subscriber: all of them for the staff, the own ones for everyone
 * else. A lost connection to the database is told as `missed`. Returns how to unsubscribe.
 */
export function subscribe(
  events: Platform["events"],
  subscriber: { id: string; staff: boolean },
  listener: (event: SupportEvent) => void,
): () => void {
  return events.subscribe(topic, (data) => {
    if ((data as { missed?: true }).missed) {
      listener({ ticketId: null, kind: "missed" });
      return;
    }
    const { ticketId, ownerId, kind, readerId } = data as TicketEvent;
    if (readerId !== undefined) {
      if (readerId === subscriber.id) listener({ ticketId, kind });
    } else if (subscriber.staff || (ownerId === subscriber.id && !staffKinds.has(kind)))
      listener({ ticketId, kind });
  });
}
