import { useRef, useState } from "react";

/** Does one thing at a time: what is asked for while another is under way is not begun, and answers undefined. */
export function useOneAtATime() {
  const running = useRef(false);
  const [busy, setBusy] = useState(false);

  async function run<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      return await work();
    } finally {
      running.current = false;
      setBusy(false);
    }
  }
  return { run, busy };
}
