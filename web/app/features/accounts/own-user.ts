import { useQueryClient } from "@tanstack/react-query";
import type { ApiAnswer } from "#contract/call.ts";
import { listUsers, type UserRecord } from "#contract/users.ts";
import { queryKey } from "#web/api/client.ts";
import { changeCached, useCall } from "#web/api/query.tsx";
import { useAuthor, useViewer } from "#web/features/shell/viewer.ts";
import { editorToasts } from "#web/ui/editing/notices.tsx";
import { toasts } from "#web/ui/toasts.tsx";

export type UsersAnswer = ApiAnswer<typeof listUsers>;

/** The call that reads the own record: a list whose first entry it is, for admins too. */
export function ownUserInput(email: string) {
  return { query: { userEmail: email } };
}

/** The own record, and how to take over what a call answered of it. */
export function useOwnUser(loaded?: UsersAnswer) {
  const { user, refresh } = useViewer();
  const client = useQueryClient();
  const input = ownUserInput(useAuthor()?.userEmail ?? "");
  const query = useCall(listUsers, input, { loaded, enabled: user !== null });

  function adopt(record: UserRecord): void {
    changeCached<UsersAnswer>(client, queryKey(listUsers, input), (answer) =>
      answer ? { ...answer, body: [record] } : answer,
    );
    void refresh();
  }

  return { record: query.data?.[0], failed: query.isError, refetch: query.refetch, adopt };
}

/** Where the profile form stands; it decides the texts of its failures, and where and how long its toasts show. */
export type ProfilePlace = "customer" | "back-office";

export const profileToasts = (place: ProfilePlace) => (place === "back-office" ? editorToasts : toasts);
