import type pg from "pg";
import {
  type Closed,
  closeAgain,
  nothingClosed,
  type Openings,
  readOpenings,
} from "#server/db/backup/closed-since.ts";
import { giveUpReplacedFiles } from "#server/db/backup/files-since.ts";
import { openClient } from "#server/db/open-client.ts";

/** What a database knows of the time since a backup that is about to replace it. */
export interface SinceBackup {
  erased: string[];
  disabled: { id: string; disabled_at: string }[];
  openings: Openings;
  lastReceipt: number;
  /** Its oldest account, by which a later state of the same shop is told from another shop. */
  firstPerson: string | null;
}

/** So many receipts at most are taken to be given out since a backup, where no database is left to say. */
export const receiptJump = 10_000;

/** The sequence stands where an earlier restore left off. */
const lastReceipt = `select greatest(max(receipt_number), case when is_called then last_value else 0 end)::int as last
  from orders right join receipt_numbers on true group by is_called, last_value`;
const firstPerson = "select id from users order by created_at, id limit 1";

/** Null where there is no shop in it. */
export async function readSinceBackup(connectionString: string): Promise<SinceBackup | null> {
  const client = await openClient(connectionString);
  try {
    const { rows } = await client.query<{ users: string | null }>(
      "select to_regclass('public.users') as users",
    );
    if (!rows[0]?.users) return null;
    const erased = await client.query<{ id: string }>("select id from users where deleted_at is not null");
    const disabled = await client.query<{ id: string; disabled_at: string }>(
      "select id, disabled_at::text from users where disabled_at is not null and deleted_at is null",
    );
    const receipt = await client.query<{ last: number }>(lastReceipt);
    const first = await client.query<{ id: string }>(firstPerson);
    return {
      erased: erased.rows.map(({ id }) => id),
      disabled: disabled.rows,
      openings: await readOpenings(client),
      lastReceipt: receipt.rows[0]!.last,
      firstPerson: first.rows[0]?.id ?? null,
    };
  } finally {
    await client.end();
  }
}

export interface Settled {
  /** The number that the next receipt gets. */
  nextReceipt: number;
  closed: Closed;
  /** Files that only the replaced database named. */
  filesGivenUp: number;
}

/**
 * Inside the restoring transaction: nobody stays signed in, links to reset a password open nothing, who was disabled
 * since stays so, what was revoked or removed since lets nobody in, no receipt's number is given a second time, and files
 * that only the replaced database named go. With `asSaved` nothing is said to have happened since, but for receipts and files
 * of which the replaced database knows.
 */
export async function settleRestored(
  client: pg.Client,
  since: SinceBackup | null,
  asSaved: boolean,
): Promise<Settled> {
  await client.query("delete from sessions; delete from verifications");
  if (since && !asSaved) {
    await client.query(
      `update users set disabled_at = since.disabled_at
         from jsonb_to_recordset($1) since(id text, disabled_at timestamptz)
        where users.id = since.id and users.disabled_at is null`,
      [JSON.stringify(since.disabled)],
    );
  }
  const { rows: people } = await client.query<{ id: string }>(firstPerson);
  const sameShop = since !== null && since.firstPerson === people[0]?.id ? since : null;
  const closed = asSaved ? nothingClosed : await closeAgain(client, sameShop?.openings ?? null);
  const { rows: receipts } = await client.query<{ last: number }>(lastReceipt);
  const { last } = receipts[0]!;
  const isLater = sameShop !== null && sameShop.lastReceipt >= last;
  const floor = isLater ? sameShop.lastReceipt : asSaved ? last : last + receiptJump;
  // A sequence has no 0 to stand at.
  if (floor > 0) await client.query("select setval('receipt_numbers', $1)", [floor]);
  const filesGivenUp = sameShop ? await giveUpReplacedFiles(client) : 0;
  return { nextReceipt: floor + 1, closed, filesGivenUp };
}
