import { jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { updatedAt } from "./columns.ts";
import { sessions } from "./sessions.ts";

/** What of a person an editor without versions sends back whole; the name as a digest. */
export interface UserSnapshot {
  userName: string;
  userRole: string;
  userMembership: string;
  currentBalance: number;
}

/** The people as they were last shown to an admin's session that reads and writes without versions. */
export const shownUsers = pgTable("shown_users", {
  sessionId: text("session_id")
    .primaryKey()
    .references(() => sessions.id, { onDelete: "cascade" }),
  people: jsonb("people").$type<Record<string, UserSnapshot>>().notNull(),
  updatedAt: updatedAt(),
});
