import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { type ApiAnswer, pathOf } from "#contract/call.ts";
import {
  followGeneration,
  type Generation,
  getGeneration,
  type listGenerations,
} from "#contract/generations.ts";
import { statusOf } from "#web/api/client.ts";
import { followEvents } from "#web/api/follow-events.ts";
import { storeAnswer, useCall } from "#web/api/query.tsx";
import { pageOf, useQueryInUrl } from "#web/ui/query-in-url.ts";

export function isFinished(generation: Pick<Generation, "stage">): boolean {
  return generation.stage === "done" || generation.stage === "failed";
}

/** Nothing more is to be heard of it: its words were read as well, or never will be. */
function isSettled(generation: Generation): boolean {
  return isFinished(generation) && !generation.reading;
}

const isMissing = (error: unknown) => statusOf(error) === 404;

const isOpen = (generation: Generation | undefined, error: unknown) =>
  !isMissing(error) && (!generation || !isSettled(generation));

/**
 * The generation that is watched and the gallery's page, kept in the address: ?run=…&page=2. The address follows a moment
 * after `watch`; until then the generation that was asked for counts, since a screen that knew of no generation for that moment
 * would let a second one be started.
 */
export function useGenerationInUrl() {
  const { search, change } = useQueryInUrl();
  const params = new URLSearchParams(search);
  const [asked, setAsked] = useState<{ generation: string | null } | null>(null);
  const inUrl = params.get("run");
  const generationId = asked ? asked.generation : inUrl;
  useEffect(() => {
    // Another one may have been asked for since this effect was scheduled, and stays.
    if (asked && asked.generation === inUrl) setAsked((present) => (present === asked ? null : present));
  }, [asked, inUrl]);

  const watch = useCallback(
    (id: string | null) => {
      setAsked({ generation: id });
      change({ run: id ?? "" }, true);
    },
    [change],
  );
  const turnTo = useCallback((to: number) => change({ page: to > 1 ? String(to) : "" }, true), [change]);
  return { generationId, page: pageOf(params), watch, turnTo };
}

/** In milliseconds. */
const pollEvery = 2000;

/** How long to wait until runs are read anew: as long as one of them goes on. */
export const whileGoingOn = (runs: readonly Pick<Generation, "stage">[] | undefined) =>
  runs?.some((run) => !isFinished(run)) ? pollEvery : false;

function generationIn(data: string): Generation | null {
  try {
    const sent: unknown = JSON.parse(data);
    return typeof sent === "object" && sent !== null && "stage" in sent ? (sent as Generation) : null;
  } catch {
    return null;
  }
}

/**
 * One generation, as it goes on. The server sends each change (server-sent events); while that stream is down the generation is
 * asked for every two seconds. `id` null follows nothing; `missing` is a generation that is not there (any more).
 */
export function useGeneration(id: string | null, loaded: ApiAnswer<typeof getGeneration> | undefined) {
  const client = useQueryClient();
  const [streaming, setStreaming] = useState(false);
  const known = useCall(
    getGeneration,
    { params: { id: id ?? "" } },
    {
      loaded,
      enabled: id !== null,
      refetchInterval: (generation, error) => (!streaming && isOpen(generation, error) ? pollEvery : false),
    },
  );
  const generation = id === null ? undefined : known.data;
  const missing = id !== null && isMissing(known.error);
  const open = id !== null && isOpen(generation, known.error);

  useEffect(() => {
    if (!open || id === null || typeof EventSource === "undefined") return;
    const input = { params: { id } };
    function take(data: string) {
      const sent = generationIn(data);
      if (!sent) return;
      setStreaming(true);
      storeAnswer(client, getGeneration, input, { success: true, data: sent });
    }
    const stop = followEvents(pathOf(followGeneration, input), { message: take }, () => setStreaming(false));
    return () => {
      stop();
      setStreaming(false);
    };
  }, [client, id, open]);
  return { generation, missing };
}

/** Runs on a page of the list below the generator. */
export const galleryPageSize = 9;

/** The newest generation that is still under way, for a screen that was opened without naming one. */
export function unfinishedGeneration(
  answer: ApiAnswer<typeof listGenerations> | undefined,
): Generation | undefined {
  return answer?.body.data.find((generation) => !isFinished(generation));
}
