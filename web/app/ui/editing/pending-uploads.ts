import { createContext, useCallback, useRef, useState } from "react";

export type PendingUploads = {
  /** How many pictures are on their way into the form. */
  count: number;
  /** Takes an upload along with what it writes into the form. */
  track: (upload: Promise<unknown>) => void;
};

/** Those of the form around a field. */
export const PendingUploadsContext = createContext<PendingUploads>({ count: 0, track: () => undefined });

/** The pictures that are on their way into a form, which a save waits for. */
export function usePendingUploads() {
  const [count, setCount] = useState(0);
  const pending = useRef(new Set<Promise<unknown>>());

  const track = useCallback((upload: Promise<unknown>) => {
    const note = () => setCount(pending.current.size);
    const end = () => {
      pending.current.delete(upload);
      note();
    };
    pending.current.add(upload);
    note();
    upload.then(end, end);
  }, []);

  /** Once none is on its way: false where one failed, of which its field tells. */
  const settled = useCallback(async () => {
    const results = await Promise.allSettled(pending.current);
    return results.every(({ status }) => status === "fulfilled");
  }, []);

  return { count, track, settled };
}
