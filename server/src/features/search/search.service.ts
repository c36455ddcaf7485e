import type { SearchHit } from "#contract/search.ts";
import type { Tx } from "#server/db/database.ts";
import { findHits } from "./search.repository.ts";

export function searchBackOffice(tx: Tx, text: string): Promise<SearchHit[]> {
  return findHits(tx, text);
}
