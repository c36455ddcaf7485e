import type { QueryClient } from "@tanstack/react-query";
import type { ApiAnswer, Call } from "#contract/call.ts";
import type { PayloadOf } from "#web/api/client.ts";

type Row = { _id?: string; id?: string };
type EntryOf<L extends Call> = PayloadOf<L> extends readonly (infer E)[] ? E & Row : never;

/**
 * Puts what a write answered of an entry wherever its list is cached: where the list can't be read anew, the former
 * version would be edited next, and refused as a conflict with oneself. The list is to be read anew all the same. A reading
 * under way is older than the write: it is begun anew.
 */
export function storeEntry<L extends Call>(client: QueryClient, list: L, entry: EntryOf<L>): void {
  const key = [list.path];
  const reading = client.getQueryCache().findAll({ queryKey: key, fetchStatus: "fetching" });
  void client.cancelQueries({ queryKey: key });
  client.setQueriesData<ApiAnswer<L>>({ queryKey: key }, (answer) => answer && withEntry(answer, entry));
  void client.invalidateQueries({ queryKey: key, refetchType: "none" });
  void client.refetchQueries({ queryKey: key, predicate: (query) => reading.includes(query) });
}

const idOf = ({ _id, id }: Row) => _id ?? id;

/** Some lists have an envelope. */
function withEntry<A extends { body: unknown }>(answer: A, entry: Row): A {
  const renewed = (rows: Row[]) => rows.map((row) => (idOf(row) === idOf(entry) ? entry : row));
  const body = answer.body as Row[] | { data: Row[] };
  return { ...answer, body: Array.isArray(body) ? renewed(body) : { ...body, data: renewed(body.data) } };
}
