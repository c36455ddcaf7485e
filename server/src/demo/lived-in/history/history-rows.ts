import type { auditLog } from "#server/db/tables/audit-log.ts";
import type { creditBookings, creditEntries, creditHolds } from "#server/db/tables/credits.ts";
import type { generationImages, generations } from "#server/db/tables/generations.ts";
import type { outbox } from "#server/db/tables/mail.ts";
import type { orders } from "#server/db/tables/orders.ts";
import type {
  captures,
  paymentAttempts,
  refundRequests,
  reversalMovements,
  reversals,
} from "#server/db/tables/payments.ts";
import type { modelCalls } from "#server/db/tables/spending.ts";
import type { ticketMessages, ticketReads, tickets } from "#server/db/tables/support.ts";
import type { users } from "#server/db/tables/users.ts";

type New<Table extends { $inferInsert: object }> = Table["$inferInsert"];
/** Each row of the history says itself when it was made. */
type Dated<Table extends { $inferInsert: object }> = New<Table> & { createdAt: Date };

/** A history in rows, before anything of it is written. */
export interface HistoryRows {
  users: (Dated<typeof users> & { id: string })[];
  balances: Map<string, number>;
  orders: (Dated<typeof orders> & { id: string })[];
  attempts: Dated<typeof paymentAttempts>[];
  captures: Dated<typeof captures>[];
  refundRequests: Dated<typeof refundRequests>[];
  reversals: Dated<typeof reversals>[];
  movements: Dated<typeof reversalMovements>[];
  bookings: (Dated<typeof creditBookings> & { id: string })[];
  entries: Dated<typeof creditEntries>[];
  holds: Dated<typeof creditHolds>[];
  generations: (Dated<typeof generations> & { id: string })[];
  images: Dated<typeof generationImages>[];
  modelCalls: Dated<typeof modelCalls>[];
  tickets: (Dated<typeof tickets> & { id: string })[];
  messages: Dated<typeof ticketMessages>[];
  reads: New<typeof ticketReads>[];
  mails: Dated<typeof outbox>[];
  audit: Dated<typeof auditLog>[];
}

export const noRows = (): HistoryRows => ({
  users: [],
  balances: new Map(),
  orders: [],
  attempts: [],
  captures: [],
  refundRequests: [],
  reversals: [],
  movements: [],
  bookings: [],
  entries: [],
  holds: [],
  generations: [],
  images: [],
  modelCalls: [],
  tickets: [],
  messages: [],
  reads: [],
  mails: [],
  audit: [],
});
