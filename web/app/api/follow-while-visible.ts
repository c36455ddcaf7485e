import { followEvents } from "#web/api/follow-events.ts";

/**
 * Follows a stream whenever the tab is looked at, and none in a hidden one, since a browser has few connections for one
 * site. `onLive` hears whether events come. Returns how to end it.
 */
export function followWhileVisible(
  path: string,
  events: Record<string, (data: string) => void>,
  onLive: (live: boolean) => void,
): () => void {
  let stop: (() => void) | null = null;

  function close() {
    stop?.();
    stop = null;
    onLive(false);
  }
  function follow() {
    if (document.visibilityState === "hidden") close();
    else stop ??= followEvents(path, events, () => onLive(false));
  }

  follow();
  document.addEventListener("visibilitychange", follow);
  return () => {
    document.removeEventListener("visibilitychange", follow);
    close();
  };
}
