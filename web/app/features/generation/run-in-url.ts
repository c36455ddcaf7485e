import { useCallback } from "react";
import { useSearchParams } from "react-router";

/** The run that is watched and the gallery's page, kept in the address: ?run=…&page=2. */
export function useRunInUrl() {
  const [params, setParams] = useSearchParams();
  const runId = params.get("run");
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
  const watch = useCallback((id: string | null) => set("run", id), [set]);
  const turnTo = useCallback((to: number) => set("page", to === 1 ? null : String(to)), [set]);
  return { runId, page, watch, turnTo };
}
