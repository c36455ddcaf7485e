import { useEffect, useEffectEvent, useState } from "react";
import type { ApiAnswer } from "#contract/call.ts";
import { type Generation, listGenerations } from "#contract/generations.ts";
import { useCall } from "#web/api/query.tsx";
import { isFinished, whileGoingOn } from "#web/features/generations/follow-generation.ts";

/** As many as a shop may let a person have under way. */
const newest = { query: { page: 1, pageSize: 20 } } as const;

/**
 * The runs that go on beside the one that is watched, and those of them that ended since and were not looked at. `isSeen`
 * says of a run that its end was told already.
 */
export function useActiveGenerations(
  watchedId: string | null,
  options: {
    /** What the screen's list began with: nothing is asked for before a run is under way, or watched, or looked for. */
    known: ApiAnswer<typeof listGenerations> | undefined;
    isSeen: (id: string) => boolean;
    onEnded: () => void;
  },
): { places: Generation[]; underWay: number; look: () => void } {
  const [beside, setBeside] = useState<readonly string[]>([]);
  const [isAny, setAny] = useState(false);
  const isKnown = options.known?.body.data.some((run) => !isFinished(run));
  if (!isAny && (watchedId !== null || isKnown)) setAny(true);
  const list = useCall(listGenerations, newest, {
    enabled: isAny,
    staleTime: 0,
    refetchInterval: (all) => whileGoingOn(all?.filter(({ id }) => id !== watchedId)),
  });
  const runs = list.data ?? [];
  const going = runs.filter((run) => !isFinished(run) && !options.isSeen(run.id));
  const places = runs.filter(
    ({ id }) => id !== watchedId && (beside.includes(id) || going.some((run) => run.id === id)),
  );
  const ids = places.map(({ id }) => id);
  if (list.data && ids.join() !== beside.join()) setBeside(ids);

  const ended = places.filter(isFinished).length;
  const onEnded = useEffectEvent(options.onEnded);
  useEffect(() => {
    if (ended > 0) onEnded();
  }, [ended]);
  return { places, underWay: going.length, look: () => setAny(true) };
}
