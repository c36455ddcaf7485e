import type { SupportEvent } from "#contract/support-events.ts";
import type { Tx } from "#server/db/database.ts";
import type { Platform } from "#server/platform/platform.ts";

const topic = "support";

export interface TicketEvent extends SupportEvent {
  ownerId: string | null;
  /** Only this person is concerned. */
  readerId?: string;
}

/** Tells every process that a ticket changed; inside a transaction it goes out with the commit. */
export async function publishTicketEvent(
  events: Platform["events"],
  tx: Tx,
  ticket: { id: string; userId: string | null },
  kind: SupportEvent["kind"],
): Promise<void> {
  await events.publish(tx, topic, { ticketId: ticket.id, ownerId: ticket.userId, kind });
}

/** Tells a person's own tabs what the person has read in one of them. */
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
 * Hears of the tickets that concern one reader: all of them for the staff, the own ones for everyone else. After a
 * lost connection to the database it says that something was missed. Returns how to end it.
 */
export function subscribe(
  events: Platform["events"],
  reader: { id: string; staff: boolean },
  hear: (event: SupportEvent) => void,
): () => void {
  return events.subscribe(topic, (data) => {
    if ((data as { missed?: true }).missed) {
      hear({ ticketId: null, kind: "missed" });
      return;
    }
    const { ticketId, ownerId, kind, readerId } = data as TicketEvent;
    if (readerId !== undefined) {
      if (readerId === reader.id) hear({ ticketId, kind });
    } else if (reader.staff || (ownerId === reader.id && !staffKinds.has(kind))) hear({ ticketId, kind });
  });
}
