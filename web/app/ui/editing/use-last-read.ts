import { useState } from "react";
import { useLate } from "#web/ui/use-late.ts";

const loadAmounts = () => import("#contract/entered-amount.ts");

/** What a field held when it could last be read: a preview shows no value that is not going to be saved. */
export function useLastRead<T>(read: T | null): T | null {
  const [last, setLast] = useState(read);
  if (read !== null && read !== last) setLast(read);
  return read ?? last;
}

/** The same of a price, whose rules come late: until then it is the saved one. 0 where there is none, which no card shows. */
export function useLastPrice(entered: string, saved: number | undefined): number {
  const amounts = useLate(loadAmounts);
  const minor = amounts ? amounts.enteredToPrice(entered) : null;
  return useLastRead(minor === null ? null : minor / 100) ?? saved ?? 0;
}
