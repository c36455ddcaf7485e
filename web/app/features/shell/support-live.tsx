import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react";
import { getSupportMessage, getSupportMessages } from "#contract/support.ts";
import { getSupportEvents, getSupportUnread, type SupportEvent } from "#contract/support-events.ts";
import { useCall } from "#web/api/query.tsx";
import type { SidebarItem } from "#web/ui/sidebar-shell.tsx";
import { useEffectAtRest } from "#web/ui/use-effect-at-rest.ts";

/** How often a screen asks while no events come, in milliseconds. */
export const pollMilliseconds = 15_000;

type Hear = (event: SupportEvent) => void;
interface Live {
  /** Whether events come. */
  live: boolean;
  listen: (hear: Hear) => () => void;
}

const LiveContext = createContext<Live>({ live: false, listen: () => () => undefined });

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
 * Keeps what an area shows of support in step with the server while its tab is looked at: the counts in the menu on
 * every screen, lists and conversations on their own. One connection a tab, and none of a hidden one, since a
 * browser has few for one site.
 */
export function SupportLive({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [live, setLive] = useState(false);
  const [listeners] = useState(() => new Set<Hear>());

  const load = useCallback(async () => {
    const { followWhileVisible } = await import("#web/api/follow-while-visible.ts");
    return () => {
      const events = {
        ready() {
          setLive(true);
          // What came before, or while none was open, was told to nobody here.
          refreshSupport(client);
        },
        support(data: string) {
          const event = JSON.parse(data) as SupportEvent;
          if (event.kind !== "presence") refreshSupport(client, event.ticketId);
          for (const hear of listeners) hear(event);
        },
      };
      return followWhileVisible(getSupportEvents.path, events, setLive);
    };
  }, [client, listeners]);
  useEffectAtRest(load);

  const value = useMemo<Live>(
    () => ({
      live,
      listen(hear) {
        listeners.add(hear);
        return () => listeners.delete(hear);
      },
    }),
    [live, listeners],
  );
  return <LiveContext value={value}>{children}</LiveContext>;
}

/** False while no events come: then the screens ask by themselves. `onEvent` hears of each. */
export function useSupportLive(onEvent?: Hear): boolean {
  const { live, listen } = useContext(LiveContext);
  useEffect(() => (onEvent ? listen(onEvent) : undefined), [listen, onEvent]);
  return live;
}

/** The menu with the number of unread tickets at its support entries, kept up to the moment. */
export function useUnreadTickets(items: SidebarItem[]): SidebarItem[] {
  const live = useSupportLive();
  const options = { refetchInterval: live ? false : pollMilliseconds } as const;
  const unread = useCall(getSupportUnread, {}, options).data;
  if (!unread) return items;
  const waiting: Record<string, number> = {
    "/user/support": unread.own,
    "/admin/support-messages": unread.console ?? 0,
  };
  return items.map((item) => ({ ...item, waiting: waiting[item.to] ?? 0 }));
}
