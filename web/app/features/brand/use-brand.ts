import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { type Brand, getBrand, saveBrand } from "#contract/brand.ts";
import type { ApiAnswer } from "#contract/call.ts";
import { api, hasCode, queryKey } from "#web/api/client.ts";
import { storeAnswer, useCall } from "#web/api/query.tsx";
import { useIsHere } from "#web/ui/is-here.ts";
import { toasts } from "#web/ui/toasts.tsx";
import { useUnloadGuard } from "#web/ui/unload-guard.ts";

export type BrandChange = Partial<Omit<Brand, "version">>;

const changedElsewhere =
  "Your brand was changed elsewhere meanwhile. It is shown as it is now: please make your change again.";

/**
 * The own brand. Each change is sent at once, one after another, and shown before it is kept; one that is not kept is taken
 * back, with those that were built on it.
 */
export function useBrand() {
  const client = useQueryClient();
  const found = useCall(getBrand, {}, { staleTime: 0 });
  const [waiting, setWaiting] = useState<readonly BrandChange[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [wasSaved, setSaved] = useState(false);
  const isHere = useIsHere();
  useUnloadGuard(waiting.length > 0);
  const queue = useRef({ last: Promise.resolve(), round: 0 });

  function store(brand: Brand): void {
    storeAnswer(client, getBrand, {}, { success: true, data: brand });
  }

  async function send(change: BrandChange, round: number): Promise<void> {
    if (round !== queue.current.round) return;
    const kept = client.getQueryData<ApiAnswer<typeof getBrand>>(queryKey(getBrand, {}));
    const version = kept?.body.data.version;
    try {
      const { body } = await api(saveBrand, { body: { ...change, version } });
      store(body.data);
      setWaiting((before) => before.slice(1));
      setSaved(true);
    } catch (error) {
      queue.current.round += 1;
      setWaiting([]);
      const isStale = hasCode(error, "STALE_VERSION") && error.data;
      if (isStale) store(error.data as Brand);
      const text = isStale ? changedElsewhere : `This was not saved. ${(error as Error).message}`;
      setProblem(text);
      if (!isHere()) toasts.error("Your brand could not be changed.", { description: text });
    }
  }

  function change(to: BrandChange): void {
    setProblem(null);
    setSaved(false);
    setWaiting((before) => [...before, to]);
    const { last, round } = queue.current;
    queue.current.last = last.then(() => send(to, round));
  }

  const brand: Brand | undefined = found.data && Object.assign({}, found.data, ...waiting);
  const status = problem ?? (waiting.length > 0 ? "Saving…" : wasSaved ? "Saved" : "");
  return { found, brand, status, hasFailed: problem !== null, change };
}
