import { and, or, type SQL, sql } from "drizzle-orm";
import { mostCounted } from "#contract/fields.ts";
import type { Tx } from "#server/db/database.ts";
import { contains, holdsText } from "#server/db/paging.ts";
import { ticketHead, ticketMessages, tickets } from "#server/db/tables/support.ts";

const holdsHead = (text: string) => holdsText(ticketHead, text);
const holdsOpening = (text: string) => holdsText(sql`lower(${tickets.message})`, text);
const holdsMessage = (text: string) => holdsText(sql`lower(${ticketMessages.message})`, text);

export interface Found {
  /** All of them; null where a place holds the text more often than a search counts. */
  ids: string[] | null;
  /** They are more than a search counts: a place that each ticket has once tells it. */
  areMany: boolean;
}

/**
 * The tickets that hold a text, notes included, looked up in the index of each place where it can stand. Where that is not
 * all of them, the tickets are asked in turn, which soon meets some that hold it.
 */
export async function findTicketsWith(tx: Tx, text: string): Promise<Found> {
  const most = mostCounted + 1;
  const { rows } = await tx.execute<{ places: string[][] }>(sql`
    select json_build_array(
      array(select id from ${tickets} where ${holdsHead(text)} limit ${most}),
      array(select id from ${tickets} where ${holdsOpening(text)} limit ${most}),
      array(select ticket_id from ${ticketMessages} where ${holdsMessage(text)} limit ${most})
    ) as places`);
  const { places } = rows[0]!;
  const isFull = places.map((ids) => ids.length === most);
  return {
    ids: isFull.includes(true) ? null : [...new Set(places.flat())],
    areMany: isFull[0]! || isFull[1]!,
  };
}

/** The same of one ticket. An owner's search must not tell what an internal note holds. */
export function holdsTicketText(text: string, ownerOnly: boolean): SQL {
  return or(
    holdsHead(text),
    holdsOpening(text),
    sql`exists (
      select from ${ticketMessages} where ${ticketMessages.ticketId} = ${tickets.id} and ${holdsMessage(text)}
        and (not ${ticketMessages.internal} or ${!ownerOnly}))`,
  )!;
}

/** A part of the address alone, looked up in the index of the whole head. */
export function holdsEmail(text: string): SQL {
  return and(holdsHead(text), contains(tickets.userEmail, text))!;
}
