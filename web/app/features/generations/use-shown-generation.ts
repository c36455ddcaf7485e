import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { listAiKeys } from "#contract/ai-keys.ts";
import type { ApiAnswer } from "#contract/call.ts";
import { type Generation, type getGeneration, listGenerations } from "#contract/generations.ts";
import { getShopSettings } from "#contract/shop-settings.ts";
import {
  isFinished,
  unfinishedGeneration,
  useGeneration,
  useGenerationInUrl,
} from "#web/features/generations/follow-generation.ts";
import type { Message } from "#web/features/generations/messages.tsx";
import {
  askAgain,
  type GenerationRequest,
  type RetakeRequest,
  useStartGeneration,
} from "#web/features/generations/start-generation.ts";
import { useActiveGenerations } from "#web/features/generations/use-active-generations.ts";
import { useViewer } from "#web/features/shell/viewer.ts";

/** What the generator's loader already knows; whatever is missing the browser asks for. */
export interface GeneratorLoaded {
  /** What the form's prompt starts from. */
  template: string;
  keys: ApiAnswer<typeof listAiKeys> | undefined;
  settings: ApiAnswer<typeof getShopSettings> | undefined;
  gallery: ApiAnswer<typeof listGenerations> | undefined;
  /** Which page of the gallery that is. */
  galleryPage: number;
  generation: ApiAnswer<typeof getGeneration> | undefined;
}

/** The run that the screen shows: started here, taken up again, or chosen from the gallery; and those that go on beside it. */
export function useShownGeneration(
  loaded: GeneratorLoaded,
  options: {
    cost: number;
    /** Once for each run that ends, seen as it happens or on coming back, and for a past one that failed. */
    onEnded: (generation: Generation) => void;
    onRefused: (message: Message) => void;
  },
) {
  const { user, setBalance, refresh } = useViewer();
  const client = useQueryClient();
  const { generationId, page, watch, turnTo } = useGenerationInUrl();
  const [clickedAt, setClickedAt] = useState<number | null>(null);
  const [free, setFree] = useState(false);
  /** Until it has begun. */
  const asked = useRef<GenerationRequest | RetakeRequest | null>(null);
  /** The runs whose end was told, or needs no telling. */
  const told = useRef(new Set<string>());
  /** The runs that were started, or seen under way, since the screen was opened. */
  const awaited = useRef(new Set<string>());

  const refreshGallery = () => client.invalidateQueries({ queryKey: [listGenerations.path] });
  const { generation, missing } = useGeneration(
    generationId,
    loaded.generation?.body.data.id === generationId ? loaded.generation : undefined,
  );
  const { start, starting } = useStartGeneration({
    userId: user?._id ?? "",
    cost: options.cost,
    isSeen: (id) => told.current.has(id),
    onStarted: ({ id, currentBalance }) => {
      asked.current = null;
      setBalance(currentBalance);
      awaited.current.add(id);
      watch(id);
      refreshGallery();
    },
    onFailed: (message) => {
      options.onRefused(message);
      // It may have begun all the same, and is then among the others.
      lookForGenerations();
      refresh();
      refreshGallery();
      // A run may take another number of credits by now.
      client.invalidateQueries({ queryKey: [getShopSettings.path] });
    },
  });
  const awaiting = generationId !== null && !missing && (!generation || !isFinished(generation));

  // A generation that was left under way is taken up again, also by someone who comes back without its address.
  const unfinished = unfinishedGeneration(loaded.gallery);
  const takeUp = useEffectEvent(() => {
    if (generationId || !unfinished) return;
    awaited.current.add(unfinished.id);
    watch(unfinished.id);
  });
  useEffect(() => takeUp(), []);

  useEffect(() => {
    if (generationId && missing) watch(null);
  }, [generationId, missing, watch]);

  const ended = generation && isFinished(generation) ? generation.id : null;
  const goesOn = generation && !ended ? generation.id : null;
  useEffect(() => {
    if (goesOn) awaited.current.add(goesOn);
  }, [goesOn]);
  const tell = useEffectEvent(() => {
    if (!generation || told.current.has(generation.id)) return;
    told.current.add(generation.id);
    setClickedAt(null);
    // Whoever opens a past run knows of its success.
    if (generation.stage === "failed" || awaited.current.has(generation.id)) options.onEnded(generation);
    refresh();
    refreshGallery();
  });
  useEffect(() => {
    if (ended) tell();
  }, [ended]);

  const {
    places,
    underWay,
    look: lookForGenerations,
  } = useActiveGenerations(generationId, {
    known: loaded.gallery,
    isSeen: (id) => told.current.has(id),
    onEnded: () => {
      refresh();
      refreshGallery();
    },
  });

  return {
    generation,
    generationId,
    /** The other runs that go on, or ended unseen. */
    places,
    /** How many go on, the one that is watched included. */
    underWay,
    page,
    turnTo,
    starting,
    /** Under way, or not known yet whether it is. */
    awaiting,
    startedAt: useStartTime(generation, clickedAt),
    begin(request: GenerationRequest | RetakeRequest): void {
      setClickedAt(Date.now());
      setFree("retake" in request);
      asked.current = request;
      start(request);
    },
    /** What the run that did not start was asked for, or else the one that is shown; null where its picture is gone. */
    asked(): GenerationRequest | RetakeRequest | null {
      return asked.current ?? (generation ? askAgain(generation) : null);
    },
    /** Whether the one under way costs nothing. */
    free: starting ? free : generation?.kind === "retake",
    /** Another one, or none: the run that was watched goes on by itself. */
    watch(id: string | null): void {
      setClickedAt(null);
      asked.current = null;
      if (id) awaited.current.add(id);
      watch(id);
    },
    /** Shows a past run, of which there is nothing to tell any more. */
    show(id: string): void {
      told.current.add(id);
      setClickedAt(null);
      asked.current = null;
      watch(id);
    },
  };
}

interface StartTime {
  id: string;
  /** By the browser's own clock, however wrong, in milliseconds since 1970. */
  at: number;
}

/**
 * When a generation began, reckoned back from how long it has run by the server's clock. An answer that was kept for a while
 * makes it seem later than it was, so that the earliest of what was reckoned counts.
 */
export function startTimeOf(
  generation: Pick<Generation, "id" | "runningSeconds">,
  known: StartTime | null,
  now: number,
): StartTime {
  const at = now - (generation.runningSeconds ?? 0) * 1000;
  return known?.id === generation.id && known.at <= at ? known : { id: generation.id, at };
}

/** When the generation that is shown began; the click's own moment where there is one. */
function useStartTime(generation: Generation | undefined, clickedAt: number | null): number {
  const [start, setStart] = useState<StartTime | null>(null);
  useEffect(() => {
    if (generation && !isFinished(generation))
      setStart((known) => startTimeOf(generation, known, Date.now()));
  }, [generation]);
  return clickedAt ?? (start && start.id === generation?.id ? start.at : Date.now());
}
