import { type ReactNode, useCallback, useContext, useEffect, useRef, useState } from "react";
import { QueryProvider } from "#web/api/query.tsx";
import { useRootData } from "#web/features/shell/root-data.ts";
import { followSignOut } from "#web/features/shell/sign-out.ts";
import { useViewer, useViewerSync } from "#web/features/shell/viewer.ts";
import { ConfirmProvider } from "#web/ui/confirm.tsx";
import { Alert } from "#web/ui/elements/alert.tsx";
import { Anchor } from "#web/ui/elements/text.tsx";
import { useFocusReturn } from "#web/ui/focus-return.ts";
import { LeaveGuard } from "#web/ui/leave-guard.tsx";
import { Toasts } from "#web/ui/toasts.tsx";
import { useEffectAtRest } from "#web/ui/use-effect-at-rest.ts";
import "#web/ui/fonts-extended.css";
import "#web/ui/elements/elements.css";
import { CircleAlert } from "lucide-react";
import {
  UNSAFE_DataRouterContext as DataRouterContext,
  UNSAFE_FrameworkContext as FrameworkContext,
  useLocation,
} from "react-router";

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
          <LeaveGuard />
          {props.children}
          <Toasts />
        </OnePerson>
      </ConfirmProvider>
    </QueryProvider>
  );
}

const channelName = "thumbsmith-person";

/**
 * Shows an area to the person it began with. Once somebody else has signed in in this browser, nothing of it is rendered
 * any more, and a document is loaded for them: it ends every cache and every form of this page.
 */
function OnePerson({ children }: { children: ReactNode }) {
  const isAnother = useAnotherPerson();
  useEffect(() => {
    // Not by reload(): a browser puts what was typed back into the fields of a page that is reloaded.
    if (isAnother) location.replace(location.pathname + location.search);
  }, [isAnother]);
  return isAnother ? null : children;
}

/** Whether a navigation, a call or another tab told of somebody else than this area began with. */
function useAnotherPerson(): boolean {
  const loaded = useRootData().user?._id;
  const asked = useViewer().user?._id;
  const [announced, setAnnounced] = useState<string>();
  const told = [loaded, asked, announced].filter((id) => id !== undefined);
  const first = useRef(told[0]);
  first.current ??= told[0];
  const own = first.current;

  useEffect(() => {
    if (!own) return;
    const channel = new BroadcastChannel(channelName);
    channel.onmessage = (event) => setAnnounced(String(event.data));
    channel.postMessage(own);
    return () => channel.close();
  }, [own]);
  return told.some((id) => id !== own);
}

function AreaEffects() {
  useViewerSync();
  useLateEffects();
  const person = useRootData().user?._id;
  useEffect(() => followSignOut(person), [person]);
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

function useLateEffects(): void {
  const { router } = useContext(DataRouterContext)!;
  const { manifest, routeModules } = useContext(FrameworkContext)!;
  const load = useCallback(async () => {
    const { startAtRest } = await import("#web/features/shell/at-rest.ts");
    return () => startAtRest({ router }, { manifest, routeModules });
  }, [router, manifest, routeModules]);
  useEffectAtRest(load);
}
