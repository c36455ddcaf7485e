import { type ReactNode, useEffect, useRef, useState } from "react";
import { useRootData } from "#web/features/shell/root-data.ts";
import { useViewer } from "#web/features/shell/viewer.ts";

const channelName = "thumbsmith-person";

/**
 * Shows an area to the person it began with. Once somebody else has signed in in this browser, nothing of it is rendered
 * any more, and a document is loaded for them: it ends every cache and every form of this page.
 */
export function OnePerson({ children }: { children: ReactNode }) {
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
    if (!own || !("BroadcastChannel" in globalThis)) return;
    const channel = new BroadcastChannel(channelName);
    channel.onmessage = (event) => setAnnounced(String(event.data));
    channel.postMessage(own);
    return () => channel.close();
  }, [own]);
  return told.some((id) => id !== own);
}
