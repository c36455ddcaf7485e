import {
  QueryClient,
  QueryClientProvider,
  type QueryKey,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { getViewer } from "#contract/accounts.ts";
import type { ApiAnswer, Call, InputOf } from "#contract/call.ts";
import {
  ApiError,
  api,
  onSessionNeeded,
  onWrite,
  type PayloadOf,
  payloadOf,
  queryKey,
} from "#web/api/client.ts";

/** How long the answer to "who is signed in" is believed, in milliseconds. */
export const authStateStaleTime = 300_000;

const defaultStaleTime = 30_000;

/**
 * The cache of one area. A browser that knows it is offline asks all the same, and so is told at once that it got no
 * answer: a call that waited for the connection would tell nothing, and a write go out once its form was left.
 */
export function createQueryClient(): QueryClient {
  const networkMode = "always";
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode,
        refetchOnReconnect: true,
        staleTime: defaultStaleTime,
        retry: (failures, error) => failures < 1 && mayPass(error),
      },
      mutations: { networkMode, retry: false },
    },
  });
}

/** Only what can be a moment's fault is asked again: no answer, or a server that can't now. */
function mayPass(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 502);
}

export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  // A lapsed session is noticed by whichever call meets it first.
  useEffect(
    () => onSessionNeeded(() => client.invalidateQueries({ queryKey: queryKey(getViewer, {}) })),
    [client],
  );
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/**
 * Has whatever was read before a write be read anew by the screen that shows it next. What is shown now stays, as an
 * editor may be open over it.
 */
export function useStaleAfterWrites(): void {
  const client = useQueryClient();
  useEffect(() => onWrite(() => client.invalidateQueries({ refetchType: "none" })), [client]);
}

type Shown = "data" | "error" | "isPending" | "isError" | "isSuccess" | "isFetching" | "isPlaceholderData";
type RefetchInterval<C extends Call> = (
  data: PayloadOf<C> | undefined,
  error: Error | null,
) => number | false;
type PickEach<R, K> = R extends unknown ? Pick<R, K & keyof R> : never;

/** What a screen needs of TanStack's result, with the payload as its `data`. */
type CallResult<C extends Call> = PickEach<UseQueryResult<PayloadOf<C>>, Shown> & {
  refetch: () => Promise<PayloadOf<C> | undefined>;
  /** The data is no older than the component. TanStack's isFetchedAfterMount says so after a reading that failed as well. */
  isReadSinceMount: boolean;
  /** Of a list: how many there are, and whether a search or filter finds more than that. */
  total: number | null;
  more: boolean;
};

/** Changes what is cached, and drops the answer of a read that is still on its way: it is older than the change. */
export function changeCached<A>(
  client: QueryClient,
  key: QueryKey,
  change: (before: A | undefined) => A | undefined,
): void {
  void client.cancelQueries({ queryKey: key, exact: true });
  client.setQueryData<A>(key, change);
}

/** Puts an answer in the cache that came by another way than the call: an event, or a write's own answer. */
export function storeAnswer<C extends Call>(
  client: QueryClient,
  call: C,
  input: InputOf<C>,
  body: ApiAnswer<C>["body"],
): void {
  changeCached<ApiAnswer<C>>(client, queryKey(call, input), () => ({ status: 200, total: null, body }));
}

/** Loader answers that were put into the cache, so that a component that mounts later can't put one back. */
const stored = new WeakSet<object>();

/**
 * Makes a reading call and keeps its answer; `data` is its payload. `loaded` is what the page's loader got for the same
 * call: it is there at the first render, and replaces what is cached whenever the loader brought a newer one.
 */
export function useCall<C extends Call>(
  call: C,
  input: InputOf<C>,
  options: {
    loaded?: ApiAnswer<C> | undefined;
    staleTime?: number;
    enabled?: boolean;
    /** In milliseconds since the answer before; in a hidden tab nothing is asked for. */
    refetchInterval?: number | false | RefetchInterval<C>;
    /** Shows the former answer while another page of the same list loads. */
    keepPrevious?: boolean;
  } = {},
): CallResult<C> {
  const { loaded, staleTime, enabled, refetchInterval, keepPrevious } = options;
  const client = useQueryClient();
  const key = queryKey(call, input);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new answer of the loader is to be stored.
  useEffect(() => {
    if (!loaded || stored.has(loaded)) return;
    stored.add(loaded);
    client.setQueryData(key, loaded);
  }, [loaded]);

  const {
    data: answer,
    refetch: fetchAgain,
    error,
    isPending,
    isError,
    isSuccess,
    isFetching,
    isPlaceholderData,
    isFetchedAfterMount,
  } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api(call, { ...input, signal }),
    ...(loaded && !stored.has(loaded) ? { initialData: loaded } : {}),
    ...(staleTime === undefined ? {} : { staleTime }),
    ...(enabled === undefined ? {} : { enabled }),
    refetchInterval:
      typeof refetchInterval === "function"
        ? ({ state }) => refetchInterval(state.data && payloadOf(state.data), state.error)
        : (refetchInterval ?? false),
    ...(keepPrevious ? { placeholderData: (previous: ApiAnswer<C> | undefined) => previous } : {}),
  });
  // What was read stays so, whatever becomes of a later reading.
  const [wasRead, setWasRead] = useState(false);
  const isReadSinceMount = isFetchedAfterMount && (isSuccess || wasRead);
  if (isReadSinceMount !== wasRead) setWasRead(isReadSinceMount);
  const refetch = useCallback(async () => {
    const { data } = await fetchAgain();
    return data && payloadOf(data);
  }, [fetchAgain]);
  return {
    error,
    isPending,
    isError,
    isSuccess,
    isFetching,
    isPlaceholderData,
    isReadSinceMount,
    refetch,
    data: answer && payloadOf(answer),
    total: answer?.total ?? null,
    more: answer?.more ?? false,
  } as CallResult<C>;
}
