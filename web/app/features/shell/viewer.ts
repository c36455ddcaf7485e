import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { getViewer, type ViewerRecord } from "#contract/accounts.ts";
import type { ApiAnswer } from "#contract/call.ts";
import { api, queryKey } from "#web/api/client.ts";
import { authStateStaleTime, changeCached } from "#web/api/query.tsx";
import { type RootData, useRootData } from "#web/features/shell/root-data.ts";

type ViewerAnswer = ApiAnswer<typeof getViewer>;

const signedOutMilliseconds = 5_000;

const viewerKey = queryKey(getViewer, {});

function answerOf({ user, shop }: RootData): ViewerAnswer {
  return { status: 200, total: null, body: { success: true, data: { user, shop } } };
}

/**
 * Who is signed in, for the screens of the signed-in areas: null once the session has ended. The answer is believed
 * for five minutes, and asked for when the tab is looked at again; a page that was signed out asks again every few seconds, so that it goes on by itself.
 * `setBalance` is for a call that answered a newer one.
 */
export function useViewer() {
  const root = useRootData();
  const client = useQueryClient();
  const query = useQuery({
    queryKey: viewerKey,
    queryFn: ({ signal }) => api(getViewer, { signal }),
    staleTime: authStateStaleTime,
    // Another tab may have bought credits, or signed out.
    refetchOnWindowFocus: "always",
    refetchInterval: ({ state }) => (state.data?.body.data.user ? false : signedOutMilliseconds),
    initialData: () => answerOf(root),
  });
  const { user, shop } = query.data.body.data;

  const setBalance = useCallback(
    (currentBalance: number) => {
      changeCached<ViewerAnswer>(client, viewerKey, (answer) => withBalance(answer, currentBalance));
    },
    [client],
  );
  const refresh = useCallback(() => client.invalidateQueries({ queryKey: viewerKey }), [client]);
  return { user, shop, setBalance, refresh, failed: query.isError, refetch: query.refetch };
}

function withBalance(answer: ViewerAnswer | undefined, currentBalance: number): ViewerAnswer | undefined {
  const user: ViewerRecord | null | undefined = answer?.body.data.user;
  if (!answer || !user) return answer;
  const data = { ...answer.body.data, user: { ...user, currentBalance } };
  return { ...answer, body: { ...answer.body, data } };
}

/**
 * The person who writes. They stay known when the session ends, so that fields keep what was typed; the server refuses
 * what is sent then.
 */
export function useAuthor(): ViewerRecord | null {
  const { user } = useViewer();
  const last = useRef(user);
  if (user) last.current = user;
  return last.current;
}

/** Takes over what each navigation's loader knows of the person. Once an area, above every useViewer. */
export function useViewerSync(): void {
  const root = useRootData();
  const client = useQueryClient();
  useEffect(() => {
    client.setQueryData(viewerKey, answerOf(root));
  }, [client, root]);
}
