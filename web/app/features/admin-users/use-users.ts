import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { deleteUser, listUsers, type UserRecord, updateUser } from "#contract/users.ts";
import { ApiError, api } from "#web/api/client.ts";

interface Notice {
  kind: "success" | "error";
  text: string;
}

const successMilliseconds = 3000;

/** Disabling and deleting people, and what is said of a save, with the documented banners: a success hides itself, an error stays. */
export function useUserActions() {
  const client = useQueryClient();
  const [notice, setNotice] = useState<Notice | null>(null);
  useEffect(() => {
    if (notice?.kind !== "success") return;
    const timer = setTimeout(() => setNotice(null), successMilliseconds);
    return () => clearTimeout(timer);
  }, [notice]);

  const settle = {
    onSettled: () => client.invalidateQueries({ queryKey: [listUsers.path] }),
  };
  const disable = useMutation({
    mutationFn: ({ user, disabled }: { user: UserRecord; disabled: boolean }) =>
      api(updateUser, { params: { id: user._id }, body: { disabled } }),
    onSuccess: () => setNotice({ kind: "success", text: "User updated successfully" }),
    onError: (error) => setNotice({ kind: "error", text: `Failed to update user: ${reasonOf(error)}` }),
    ...settle,
  });
  const remove = useMutation({
    mutationFn: (user: UserRecord) => api(deleteUser, { params: { id: user._id } }),
    onSuccess: () => setNotice({ kind: "success", text: "User deleted successfully" }),
    onError: (error) => setNotice({ kind: "error", text: `Failed to delete user: ${reasonOf(error)}` }),
    ...settle,
  });
  return {
    notice,
    dismiss: () => setNotice(null),
    saved() {
      setNotice({ kind: "success", text: "User updated successfully" });
      settle.onSettled();
    },
    disable,
    remove,
  };
}

/** The status as documented, with what the server said of it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return "unknown";
  return error.status === 0 ? error.message : `${error.status} (${error.message})`;
}
