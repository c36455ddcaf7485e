import { getSupportUnread } from "#contract/support.ts";
import { useCall } from "#web/api/query.tsx";
import type { SidebarItem } from "#web/ui/sidebar-shell.tsx";

const askMilliseconds = 60_000;

/** The menu with the number of unread tickets at its support entries. The support screens keep it up to the moment. */
export function useUnreadTickets(items: SidebarItem[]): SidebarItem[] {
  const unread = useCall(getSupportUnread, {}, { refetchInterval: askMilliseconds }).data?.data.data;
  if (!unread) return items;
  const waiting: Record<string, number> = {
    "/user/support": unread.own,
    "/admin/support-messages": unread.console ?? 0,
  };
  return items.map((item) => ({ ...item, waiting: waiting[item.to] ?? 0 }));
}
