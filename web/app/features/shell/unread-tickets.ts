import { getSupportUnread } from "#contract/support-events.ts";
import { useCall } from "#web/api/query.tsx";
import { pollMilliseconds, useSupportLive } from "#web/features/shell/support-live.tsx";
import type { SidebarItem } from "#web/ui/sidebar-shell.tsx";

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
