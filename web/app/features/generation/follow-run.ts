import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type ApiAnswer, pathOf } from "#contract/call.ts";
import { followGeneration, generation, getGeneration } from "#contract/generations.ts";
import { ApiError } from "#web/api/client.ts";
import { storeAnswer, useCall } from "#web/api/query.tsx";
import { isFinished, type Run } from "#web/features/generation/run.ts";

const pollEvery = 2000;

function runIn(event: MessageEvent<string>): Run | null {
  try {
    return generation.parse(JSON.parse(event.data));
  } catch {
    return null;
  }
}

/**
 * One run, as it goes on. The server sends each change (server-sent events); while that stream is down the run is
 * asked for every two seconds. `id` null follows nothing; `missing` is a run that is not there (any more).
 */
export function useRun(id: string | null, loaded: ApiAnswer<typeof getGeneration> | undefined) {
  const client = useQueryClient();
  const [streaming, setStreaming] = useState(false);
  const known = useCall(getGeneration, { params: { id: id ?? "" } }, { loaded, enabled: id !== null });
  const run = id === null ? undefined : known.data;
  const missing = id !== null && known.error instanceof ApiError && known.error.status === 404;
  const open = id !== null && !missing && (!run || !isFinished(run));

  useEffect(() => {
    if (!open || id === null || typeof EventSource === "undefined") return;
    const input = { params: { id } };
    const source = new EventSource(pathOf(followGeneration, input));
    source.onmessage = (event) => {
      const sent = runIn(event);
      if (!sent) return;
      setStreaming(true);
      storeAnswer(client, getGeneration, input, { success: true, data: sent });
      if (isFinished(sent)) source.close();
    };
    source.onerror = () => setStreaming(false);
    return () => {
      source.close();
      setStreaming(false);
    };
  }, [client, id, open]);

  const { refetch } = known;
  useEffect(() => {
    if (!open || streaming) return;
    const timer = setInterval(refetch, pollEvery);
    return () => clearInterval(timer);
  }, [open, streaming, refetch]);

  return { run, missing };
}
