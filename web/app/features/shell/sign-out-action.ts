import { useCallback } from "react";
import { signOut } from "#web/features/shell/sign-out.ts";
import { toasts } from "#web/ui/toasts.tsx";

/** Logout as the shells offer it; a sign-out that failed is told, since the session is then still open. */
export function useLogout(): () => void {
  return useCallback(() => {
    signOut().catch((error: Error) =>
      toasts.error(`You are still signed in. ${error.message}`, { duration: 10_000 }),
    );
  }, []);
}
