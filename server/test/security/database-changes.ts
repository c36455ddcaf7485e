import { sql } from "drizzle-orm";
import type { Db } from "#server/db/database.ts";

export type Snapshot = Map<string, Map<string, Record<string, unknown>>>;

/**
 * Counters of the limits, what is random or counts up, and how far a mail has got by now, tell nothing. The pictures
 * of a deleted run go a moment later, by a job.
 */
const leftOut = new Set(["rate_limits", "shown_users", "generation_images"]);
const columnsLeftOut = new Set([
  "id",
  "request_id",
  "search_text",
  "attachments",
  "receipt_number",
  "saved_by",
  "html",
  "text",
  "token",
  "version",
  "position",
  "sealed_key",
  "password",
  "attempts",
  "sent_at",
  "next_attempt_at",
  "last_error",
  "worker",
  "lease_until",
]);

/** How far a mail or a webhook's message has got, what is sealed, and the use of a session of the staff, which is written down once a minute. */
const columnsOfTables = new Set([
  "outbox.status",
  "sessions.last_used_at",
  "sessions.updated_at",
  ...["status", "claim", "claimed_until", "attempted_at", "answer_status", "answer_text", "error"].map(
    (column) => `webhook_deliveries.${column}`,
  ),
  "webhooks.secret",
  "webhooks.previous_secret",
  "webhooks.failing_since",
  "webhooks.updated_at",
]);

/** What they change is no call's doing; on a slow machine they come due in the middle. */
export const changingJobs = [
  "payments",
  "payment-reviews",
  "payment-events",
  "left-reversals",
  "memberships",
  "expired-rows",
  "unused-pictures",
  "unclaimed-files",
  "support-attachments",
];

/** Every row of every table, read in one statement. */
export async function takeSnapshot(db: Db): Promise<Snapshot> {
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  const told = tables.filter(({ name }) => !leftOut.has(name));
  const parts = told.map(
    ({ name }) =>
      sql`select ${name}::text as name, t.ctid::text as place, to_jsonb(t) as row from ${sql.identifier(name)} t`,
  );
  const { rows } = await db.execute<{ name: string; place: string; row: Record<string, unknown> }>(
    sql.join(parts, sql` union all `),
  );
  const snapshot: Snapshot = new Map(told.map(({ name }) => [name, new Map()]));
  for (const { name, place, row } of rows)
    snapshot.get(name)!.set(String(row.id ?? row.user_id ?? place), row);
  return snapshot;
}

/** What the site shows, and the log of its changes: the values follow from what stood there before. */
const valuesLeftOut = /^(audit_log|content_parts|content_versions|settings)$/;

/** Values that only an attacker sends. */
const hostileValues =
  /999999|f{24}|HOSTILE1|"Hostile"|evil\.example|2001-01-01|2999-01-01|"JPY"|3650|"0\.01"/;

/**
 * What happened between two snapshots: each new, gone and changed column with its value. Ids, codes and the present
 * time are taken out, so that two runs of one call compare equal; values that were sent in stay as they are.
 */
export function changesBetween(before: Snapshot, after: Snapshot): string[] {
  const changes: string[] = [];
  for (const [table, rows] of after) {
    const former = before.get(table) ?? new Map<string, Record<string, unknown>>();
    for (const [id, row] of rows) {
      const was = former.get(id) ?? {};
      for (const [column, value] of Object.entries(row)) {
        const same = JSON.stringify(value) === JSON.stringify(was[column]);
        const told = !columnsLeftOut.has(column) && !columnsOfTables.has(`${table}.${column}`);
        if (same || !told) continue;
        const shown = plain(value);
        const isTold = !valuesLeftOut.test(table) || hostileValues.test(shown);
        changes.push(isTold ? `${table}.${column} = ${shown}` : `${table}.${column}`);
      }
    }
    for (const id of former.keys()) if (!rows.has(id)) changes.push(`${table}: a row less`);
  }
  return changes.sort();
}

const recent = () => Date.now() - 3_600_000;

function plain(value: unknown): string {
  if (typeof value === "number" && value > 0 && value < 1000) return "<small>";
  if (typeof value === "number" && value > 1000) return value === 999_999 ? "999999" : "<number>";
  return (
    JSON.stringify(value)
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)/g, (text) => {
        const time = Date.parse(text);
        if (time < recent()) return text;
        if (time > Date.now() + 400 * 86_400_000) return text;
        return time < Date.now() + 3_600_000 ? "<now>" : "<soon>";
      })
      // Before its parts are taken for codes.
      .replace(/(?![\w-]*(?:HOSTILE1|f{24}))[\w-]{40,}/g, "<random>")
      .replace(/[0-9a-f]{32}/g, "<file>")
      .replace(/\b(?!f{24})[0-9a-f]{24}\b/g, "<id>")
      .replace(/\b(?!HOSTILE1)[A-Z0-9]{8}\b/g, "<code>")
      .replace(/\bunique\d+x\b/g, "<unique>")
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}|"[0-9A-Z]{17}"/g, "<random>")
      .replace(/"requestId":"[\w-]+"|"version":\d+|"order":\d+|"receiptNumber":\d+/g, "<n>")
  );
}
