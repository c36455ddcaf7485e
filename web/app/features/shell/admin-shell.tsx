import type { ReactNode } from "react";
import { adminMenu } from "#web/features/shell/admin-menu.ts";
import { DemoRibbon } from "#web/features/shell/demo-ribbon.tsx";
import { SessionEnded } from "#web/features/shell/session-ended.tsx";
import { useLogout } from "#web/features/shell/sign-out-action.ts";
import { useUnreadTickets } from "#web/features/shell/unread-tickets.ts";
import { useViewer } from "#web/features/shell/viewer.ts";
import { Logo, LogoMark } from "#web/ui/logo.tsx";
import { SidebarShell } from "#web/ui/sidebar-shell.tsx";

/** The frame of every screen under /admin. Its menu title leads to the home page. */
export function AdminShell({ collapsed, children }: { collapsed: boolean; children: ReactNode }) {
  const { user, shop } = useViewer();
  const logout = useLogout();
  const items = useUnreadTickets(adminMenu(user?.userRole ?? "member"));
  return (
    <SidebarShell
      logo={<Logo name={shop.name} size={28} />}
      mark={<LogoMark size={30} />}
      title={`${shop.name} home`}
      titleHref="/"
      items={items}
      onLogout={logout}
      defaultCollapsed={collapsed}
      banner={shop.demo ? <DemoRibbon /> : undefined}
    >
      <SessionEnded />
      {children}
    </SidebarShell>
  );
}
