import { type ReactNode, useCallback } from "react";
import { QueryProvider } from "#web/api/query.tsx";
import { OnePerson } from "#web/features/shell/one-person.tsx";
import { usePrefetchOnIntent } from "#web/features/shell/prefetch.ts";
import { signOut, useSignOutElsewhere } from "#web/features/shell/sign-out.ts";
import { useViewer, useViewerSync } from "#web/features/shell/viewer.ts";
import { ConfirmProvider } from "#web/ui/confirm.tsx";
import { Alert } from "#web/ui/elements/alert.tsx";
import { Anchor } from "#web/ui/elements/text.tsx";
import { useFocusReturn } from "#web/ui/focus-return.ts";
import { Toasts, toasts } from "#web/ui/toasts.tsx";
import "#web/ui/fonts-extended.css";
import "#web/ui/elements/elements.css";
import { CircleAlert } from "lucide-react";
import { useLocation } from "react-router";

/**
 * What every screen of a signed-in area stands in: query cache, dialog, toasts. Only the layouts of such
 * areas import it, since it brings what public pages must not load.
 */
export function Area(props: { children: ReactNode }) {
  return (
    <QueryProvider>
      <ConfirmProvider>
        <OnePerson>
          <AreaEffects />
          {props.children}
          <Toasts />
        </OnePerson>
      </ConfirmProvider>
    </QueryProvider>
  );
}

function AreaEffects() {
  useViewerSync();
  usePrefetchOnIntent();
  useSignOutElsewhere();
  useFocusReturn();
  return null;
}

/**
 * Tells a person whose session has ended while they were at work. Signing in happens in another tab, so that this
 * page keeps whatever was typed on it; it goes on by itself when the person comes back to it, and for nobody else.
 */
export function SessionEnded() {
  const { user } = useViewer();
  const { pathname, search } = useLocation();
  if (user) return null;
  return (
    <Alert
      role="alert"
      color="red"
      icon={<CircleAlert size={20} aria-hidden />}
      title="You have been signed out"
      mb="lg"
    >
      What you have typed here is kept.{" "}
      <Anchor href={`/login?from=${encodeURIComponent(pathname + search)}`} target="_blank">
        Log in in a new tab
      </Anchor>
      , then go on here.
    </Alert>
  );
}

/** Logout as the shells offer it; a sign-out that failed is told, since the session is then still open. */
export function useLogout(): () => void {
  return useCallback(() => {
    signOut().catch((error: Error) =>
      toasts.error(`You are still signed in. ${error.message}`, { duration: 10_000 }),
    );
  }, []);
}
