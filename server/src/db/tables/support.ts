import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { createdAt, id, moment, updatedAt, version } from "./columns.ts";
import { users } from "./users.ts";

export const tickets = pgTable(
  "tickets",
  {
    id: id(),
    /** Null for a visitor: a ticket belongs to a session's user, never to an e-mail. */
    userId: text("user_id").references(() => users.id),
    userName: text("user_name").notNull(),
    userEmail: text("user_email").notNull(),
    subject: text("subject").notNull(),
    message: text("message").notNull(),
    phone: text("phone").notNull().default(""),
    status: text("status").$type<"open" | "in-progress" | "resolved" | "closed">().notNull().default("open"),
    priority: text("priority").$type<"high" | "medium" | "low">().notNull().default("low"),
    assigneeId: text("assignee_id").references(() => users.id),
    /** A visitor's form that also filled in the field that people do not see. */
    suspectedSpam: boolean("suspected_spam").notNull().default(false),
    lastMessageAt: moment("last_message_at").notNull().defaultNow(),
    /** Of status, priority, assignee and suspicion; a message alone does not count. */
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    // Each sort and filter of the console has its index, with all that a page is found by: rows are wide.
    index("tickets_newest").on(t.createdAt, t.id, t.suspectedSpam),
    index("tickets_latest").on(t.lastMessageAt, t.id, t.suspectedSpam),
    index("tickets_by_user").on(t.userId, t.createdAt),
    index("tickets_by_email").on(t.userEmail, t.createdAt, t.id),
    index("tickets_by_status").on(t.status, t.createdAt, t.id),
    index("tickets_by_priority").on(t.priority, t.createdAt, t.id),
    index("tickets_of_assignee").on(t.assigneeId, t.createdAt, t.id),
    index("tickets_suspected").on(t.createdAt, t.id).where(sql`${t.suspectedSpam}`),
  ],
);

/** What a ticket is found by beside its messages, a line each, in lower case. An index is of this very expression. */
export const ticketHead = sql`lower(${tickets.subject} || chr(10) || ${tickets.userName}
  || chr(10) || ${tickets.userEmail} || chr(10) || ${tickets.phone})`;

/** It waits for the support staff. */
export const ticketWaits = sql`(${tickets.status} in ('open', 'in-progress') and not ${tickets.suspectedSpam})`;

/** The conversation after the opening message; rows are only ever added. */
export const ticketMessages = pgTable(
  "ticket_messages",
  {
    id: id(),
    ticketId: text("ticket_id")
      .notNull()
      .references(() => tickets.id),
    /** Counts up within the ticket; given under the ticket's row lock. */
    position: integer("position").notNull(),
    sender: text("sender").$type<"admin" | "user">().notNull(),
    authorId: text("author_id").references(() => users.id),
    message: text("message").notNull(),
    /** Internal notes show to moderators and admins alone. */
    internal: boolean("internal").notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [index("ticket_messages_of_ticket").on(t.ticketId, t.position)],
);

export const ticketReads = pgTable(
  "ticket_reads",
  {
    ticketId: text("ticket_id")
      .notNull()
      .references(() => tickets.id, { onDelete: "cascade" }),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    readUpTo: integer("read_up_to").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.ticketId, t.userId] }), index("ticket_reads_of_person").on(t.userId)],
);

export const ticketAttachments = pgTable(
  "ticket_attachments",
  {
    id: id(),
    ticketId: text("ticket_id").references(() => tickets.id),
    messageId: text("message_id").references(() => ticketMessages.id),
    uploadedBy: text("uploaded_by").references(() => users.id),
    /** The visitor's ticket whose mailed link brought the file; such a file is uploaded by nobody. */
    guestTicketId: text("guest_ticket_id").references(() => tickets.id),
    fileKey: text("file_key").notNull(),
    name: text("name").notNull(),
    mimeType: text("mime_type").notNull(),
    bytes: integer("bytes").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index("ticket_attachments_of_ticket").on(t.ticketId),
    index("ticket_attachments_of_person").on(t.uploadedBy),
    index("ticket_attachments_of_guest").on(t.guestTicketId),
    index("ticket_attachments_loose").on(t.createdAt).where(sql`${t.ticketId} is null`),
  ],
);

export const cannedReplies = pgTable("canned_replies", {
  id: id(),
  title: text("title").notNull(),
  body: text("body").notNull(),
  version: version(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});
