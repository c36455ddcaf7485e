import { getSupportEvents, type SupportEvent } from "#contract/support-events.ts";
import { followEvents } from "#web/api/follow-events.ts";

/** Keeps the stream open whenever the tab is looked at. Returns how to end it. */
export function followSupport(on: {
  onLive: (live: boolean) => void;
  onMissed: () => void;
  onEvent: (event: SupportEvent) => void;
}): () => void {
  let stop: (() => void) | null = null;
  let everReady = false;
  const events = {
    ready() {
      on.onLive(true);
      if (everReady) on.onMissed();
      everReady = true;
    },
    support: (data: string) => on.onEvent(JSON.parse(data) as SupportEvent),
  };

  function close() {
    stop?.();
    stop = null;
    on.onLive(false);
  }
  function follow() {
    if (document.visibilityState === "hidden") close();
    else stop ??= followEvents(getSupportEvents.path, events, () => on.onLive(false));
  }

  follow();
  document.addEventListener("visibilitychange", follow);
  return () => {
    document.removeEventListener("visibilitychange", follow);
    close();
  };
}
