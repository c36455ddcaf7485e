import type { ReactNode } from "react";
import { BalancePlate } from "#web/features/shell/balance-plate.tsx";
import { customerMenu } from "#web/features/shell/customer-menu.ts";
import { DemoRibbon } from "#web/features/shell/demo-ribbon.tsx";
import { PageNotice } from "#web/features/shell/page-notice.tsx";
import { SessionEnded } from "#web/features/shell/session-ended.tsx";
import { type FooterAnswer, ShopLogo } from "#web/features/shell/shop-logo.tsx";
import { useLogout } from "#web/features/shell/sign-out-action.ts";
import { useUnreadTickets } from "#web/features/shell/unread-tickets.ts";
import { useViewer } from "#web/features/shell/viewer.ts";
import { LogoMark } from "#web/ui/logo.tsx";
import { SidebarShell } from "#web/ui/sidebar-shell.tsx";

/** The frame of every screen under /user. */
export function CustomerShell(props: {
  footer: FooterAnswer | undefined;
  collapsed: boolean;
  children: ReactNode;
}) {
  const { user, shop } = useViewer();
  const logout = useLogout();
  const items = useUnreadTickets(customerMenu(user?.userRole ?? "member"));
  return (
    <SidebarShell
      logo={<ShopLogo loaded={props.footer} shopName={shop.name} />}
      mark={<LogoMark size={30} />}
      title={`${shop.name} home`}
      titleHref="/"
      items={items}
      onLogout={logout}
      defaultCollapsed={props.collapsed}
      banner={shop.demo ? <DemoRibbon /> : undefined}
      aside={<BalancePlate />}
    >
      <SessionEnded />
      <PageNotice />
      {props.children}
    </SidebarShell>
  );
}
