import { useCallback, useEffect, useState } from "react";
import { pageOf, useQueryInUrl } from "#web/ui/query-in-url.ts";

/**
 * The run that is watched and the gallery's page, kept in the address: ?run=…&page=2. The address follows a moment
 * after `watch`; until then the run that was asked for counts, since a screen that knew of no run for that moment
 * would let a second one be started.
 */
export function useRunInUrl() {
  const { search, change } = useQueryInUrl();
  const params = new URLSearchParams(search);
  const [asked, setAsked] = useState<{ run: string | null } | null>(null);
  const inUrl = params.get("run");
  const runId = asked ? asked.run : inUrl;
  useEffect(() => {
    if (asked && asked.run === inUrl) setAsked(null);
  }, [asked, inUrl]);

  const watch = useCallback(
    (id: string | null) => {
      setAsked({ run: id });
      change({ run: id ?? "" }, true);
    },
    [change],
  );
  const turnTo = useCallback((to: number) => change({ page: to > 1 ? String(to) : "" }, true), [change]);
  return { runId, page: pageOf(params), watch, turnTo };
}
