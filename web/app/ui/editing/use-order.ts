import { useRef, useState } from "react";

/**
 * A list whose new order shows at once, before the server has it. `save` answers whether it went through; while it
 * runs, further moves wait, and only the last order is sent. `reload` brings what then stands.
 */
export function useOrder<R extends { _id: string }>(
  rows: R[] | undefined,
  save: (ids: string[]) => Promise<boolean>,
  reload: () => Promise<void>,
) {
  const [wanted, setWanted] = useState<string[] | null>(null);
  const latest = useRef<string[]>([]);
  const saving = useRef(false);

  async function order(ids: string[]): Promise<void> {
    setWanted(ids);
    latest.current = ids;
    if (saving.current) return;
    saving.current = true;
    try {
      let sent: string[];
      do {
        sent = latest.current;
        // What was moved while this one was refused went out from a list that will not be.
        if (!(await save(sent))) latest.current = sent;
        if (latest.current === sent) await reload();
        // A move while the list was read again is sent as well.
      } while (latest.current !== sent);
    } finally {
      saving.current = false;
      setWanted(null);
    }
  }

  return { rows: wanted && rows ? inOrder(rows, wanted) : rows, order };
}

function inOrder<R extends { _id: string }>(rows: R[], ids: string[]): R[] {
  const places = new Map(ids.map((id, place) => [id, place]));
  const placeOf = ({ _id }: R) => places.get(_id) ?? ids.length;
  return [...rows].sort((a, b) => placeOf(a) - placeOf(b));
}
