import type { ReactNode } from "react";
import { BalancePlate } from "#web/features/session/balance-plate.tsx";
import { customerMenu } from "#web/features/session/customer-menu.ts";
import { DemoRibbon } from "#web/features/session/demo-ribbon.tsx";
import { PageNotice } from "#web/features/session/page-notice.tsx";
import { SessionEnded } from "#web/features/session/session-ended.tsx";
import { type FooterAnswer, ShopLogo } from "#web/features/session/shop-logo.tsx";
import { useLogout } from "#web/features/session/sign-out-action.ts";
import { useUnreadTickets } from "#web/features/session/unread-tickets.ts";
import { useViewer } from "#web/features/session/viewer.ts";
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
