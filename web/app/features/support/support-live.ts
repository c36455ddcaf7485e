import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import {
  getSupportEvents,
  getSupportMessage,
  getSupportMessages,
  getSupportUnread,
  type SupportEvent,
} from "#contract/support.ts";

/** How often a screen asks while no events come, in milliseconds. */
export const pollMilliseconds = 15_000;
const reopenMilliseconds = 10_000;

/** Has every list, the named ticket (or all) and the counts read again. */
export function refreshSupport(client: QueryClient, ticketId: string | null = null): void {
  client.invalidateQueries({ queryKey: [getSupportMessages.path] });
  client.invalidateQueries({ queryKey: [getSupportUnread.path] });
  client.invalidateQueries({
    queryKey:
      ticketId === null ? [getSupportMessage.path] : [getSupportMessage.path, `/support-message/${ticketId}`],
  });
}

/**
 * Keeps what the support screens show in step with the server while their tab is looked at. False while no events
 * come: then the screens ask by themselves. A hidden tab holds no connection, since a browser has few for one site.
 */
export function useSupportLive(onEvent?: (event: SupportEvent) => void): boolean {
  const client = useQueryClient();
  const [live, setLive] = useState(false);

  useEffect(() => {
    let source: EventSource | null = null;
    let reopen: ReturnType<typeof setTimeout> | undefined;
    let everReady = false;

    function open() {
      clearTimeout(reopen);
      if (source || document.visibilityState === "hidden") return;
      source = new EventSource(getSupportEvents.path);
      source.addEventListener("ready", () => {
        setLive(true);
        if (everReady) refreshSupport(client);
        everReady = true;
      });
      source.addEventListener("support", (message) => hear(JSON.parse(message.data) as SupportEvent));
      source.addEventListener("error", () => {
        setLive(false);
        if (source?.readyState !== EventSource.CLOSED) return;
        close();
        reopen = setTimeout(open, reopenMilliseconds);
      });
    }

    function close() {
      source?.close();
      source = null;
      setLive(false);
    }

    function hear(event: SupportEvent) {
      if (event.kind !== "presence") refreshSupport(client, event.ticketId);
      onEvent?.(event);
    }

    const follow = () => (document.visibilityState === "hidden" ? close() : open());
    open();
    document.addEventListener("visibilitychange", follow);
    return () => {
      document.removeEventListener("visibilitychange", follow);
      clearTimeout(reopen);
      close();
    };
  }, [client, onEvent]);

  return live;
}
