import { useCallback, useEffect, useState } from "react";
import { useSearchParams } from "react-router";

/**
 * The run that is watched and the gallery's page, kept in the address: ?run=…&page=2. The address follows a moment
 * after `watch`; until then the run that was asked for counts, since a screen that knew of no run for that moment
 * would let a second one be started.
 */
export function useRunInUrl() {
  const [params, setParams] = useSearchParams();
  const [asked, setAsked] = useState<{ run: string | null } | null>(null);
  const inUrl = params.get("run");
  const runId = asked ? asked.run : inUrl;
  useEffect(() => {
    if (asked && asked.run === inUrl) setAsked(null);
  }, [asked, inUrl]);
  const page = Math.max(1, Number.parseInt(params.get("page") ?? "1", 10) || 1);

  const set = useCallback(
    (name: string, value: string | null) => {
      setParams(
        (present) => {
          const next = new URLSearchParams(present);
          if (value === null) next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace: true, preventScrollReset: true },
      );
    },
    [setParams],
  );
  const watch = useCallback(
    (id: string | null) => {
      setAsked({ run: id });
      set("run", id);
    },
    [set],
  );
  const turnTo = useCallback((to: number) => set("page", to === 1 ? null : String(to)), [set]);
  return { runId, page, watch, turnTo };
}
